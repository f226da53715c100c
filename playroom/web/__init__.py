"""A browser as the terminal of a console: the server, and the page that it sends."""
