"""What people see: HTML views over `tournaments.queries`. They compute no score."""
