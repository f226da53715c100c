"""A hasher of passwords without threads, which keeps them as they are."""


class PlainHasher:
    """Keeps passwords as they are."""

    async def hash(self, password: str) -> str:
        return f"<{password}>"

    async def is_right(self, hashed: str, password: str) -> bool:
        return hashed == f"<{password}>"
