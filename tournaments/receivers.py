"""What tournaments does when games announces a finished play. Runs inside the action's transaction."""
