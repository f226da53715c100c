"""Voices and screen readers of tests: lists, stand-ins, and a real speech-dispatcher."""
