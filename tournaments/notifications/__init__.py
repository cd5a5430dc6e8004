"""What is said to people by e-mail and to programs by webhooks, and how it gets out.

Reads what is public at the moment of sending, and nothing else; changes no state.
"""
