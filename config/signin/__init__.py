"""The way in: passwords, second factors, sessions, throttling, accounts. Knows no model of ours."""
