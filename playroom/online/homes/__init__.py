"""The homes of accounts on a server: the same files as at home, in a folder or on NATS servers."""
