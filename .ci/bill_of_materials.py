"""The bill of materials of a release, as CycloneDX has it."""

from datetime import datetime
from uuid import NAMESPACE_DNS, uuid5

from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from lock_file import Entry
from packageurl import PackageURL


def bill_of_materials(version: str, entries: list[Entry], made: datetime) -> str:
    """What the playroom is made of: the locked packages that it needs, and which of them asks for which."""
    root = _component("playroom", version, ComponentType.APPLICATION)
    bom = Bom(serial_number=uuid5(NAMESPACE_DNS, f"playroom {version}"))
    bom.metadata.component, bom.metadata.timestamp = root, made
    components = {each.name: _component(each.name, each.version, ComponentType.LIBRARY) for each in entries}
    for component in components.values():
        bom.components.add(component)
    for each in entries:
        asking = [components[name] for name in each.asked_by if name in components]
        for above in (*asking, *([root] if "playroom" in each.asked_by else [])):
            bom.register_dependency(above, [components[each.name]])
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def _component(name: str, version: str, kind: ComponentType) -> Component:
    purl = PackageURL("pypi", name=name, version=version)
    return Component(name=name, version=version, type=kind, purl=purl, bom_ref=str(purl))
