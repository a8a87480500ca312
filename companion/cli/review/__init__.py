"""`companion review`: follows a folder of filmed matches, and asks in one page what the films leave in doubt."""
