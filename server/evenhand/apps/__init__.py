"""The applications: a command line and a language server. Nothing else imports them."""
