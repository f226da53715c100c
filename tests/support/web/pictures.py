"""Pictures of a page, small enough to keep, and how much two of them differ."""

import base64
import json

from support.web.chromium import Tab

SCALE = 0.25
"""The share of its width in CSS pixels that a picture has, so that the edges of letters hardly count."""

DIFFERENCE = """
(async (one, two) => {
  const pixels = async (data, width, height) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(width || image.width, height || image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  };
  const [first, second] = [await pixels(one), await pixels(two)];
  const width = Math.max(first.width, second.width), height = Math.max(first.height, second.height);
  const [a, b] = [await pixels(one, width, height), await pixels(two, width, height)].map(({ data }) => data);
  let count = 0;
  for (let at = 0; at < a.length; at += 4) {
    if ([0, 1, 2, 3].some((part) => Math.abs(a[at + part] - b[at + part]) > 40)) count += 1;
  }
  return count / (width * height);
})(%s, %s)
"""
"""The share of the pixels in which one of the four channels differs by more than 40 of 255."""


def small_picture(tab: Tab) -> bytes:
    """The whole page as a small PNG."""
    size = tab.call("Page.getLayoutMetrics")["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": SCALE}
    taken = tab.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    return base64.b64decode(taken["data"])


def difference(tab: Tab, one: bytes, two: bytes) -> float:
    """The share of the pixels in which two pictures differ; what only one of them has differs."""
    given = (json.dumps(base64.b64encode(each).decode()) for each in (one, two))
    return float(tab.run(DIFFERENCE % tuple(given)))
