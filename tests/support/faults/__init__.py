"""Disks, networks and other programs that fail tests on purpose."""
