"""Large cities and the state or country they lie in, so that a region may follow from a city that was said."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tools.guard.city_names import city_forms
from tools.guard.readings.text import fold

_CITIES: Final = """
state:CA los angeles,san francisco,san diego,san jose,sacramento,oakland,fresno,long beach,anaheim,berkeley,palo alto
state:NY new york,buffalo,albany,brooklyn,manhattan,queens
state:TX houston,dallas,austin,san antonio,fort worth,el paso
state:FL miami,orlando,tampa,jacksonville,fort lauderdale
state:IL chicago
state:MA boston,cambridge
state:WA seattle,spokane,tacoma
state:CO denver,boulder,colorado springs
state:NV las vegas,reno
state:AZ phoenix,tucson,scottsdale,mesa
state:OR portland
state:GA atlanta,savannah
state:PA philadelphia,pittsburgh
state:MI detroit,grand rapids
state:MN minneapolis
state:OH cleveland,cincinnati,columbus
state:TN nashville,memphis
state:LA new orleans,baton rouge
state:NC charlotte,raleigh,durham
state:MD baltimore
state:MO kansas city,st. louis
state:IN indianapolis
state:WI milwaukee
state:UT salt lake city
state:NM albuquerque
state:HI honolulu
state:DC washington
state:ON toronto,ottawa
state:QC montreal,quebec city
state:BC vancouver
state:AB calgary,edmonton
country:CA toronto,ottawa,montreal,vancouver,calgary,edmonton
country:GB london,manchester,birmingham,liverpool,leeds,bristol,edinburgh,glasgow,cardiff,belfast,oxford
country:IE dublin,cork
country:FR paris,lyon,marseille,nice,toulouse,bordeaux,strasbourg,lille
country:DE berlin,munich,hamburg,cologne,frankfurt,stuttgart,dusseldorf,leipzig,dresden
country:AT vienna,salzburg,graz,innsbruck
country:CH zurich,geneva,basel,bern,lausanne
country:IT rome,milan,naples,turin,florence,venice,bologna
country:ES madrid,barcelona,valencia,seville,malaga,bilbao
country:PT lisbon,porto
country:NL amsterdam,rotterdam,utrecht,the hague
country:BE brussels,antwerp,ghent
country:DK copenhagen,aarhus
country:SE stockholm,gothenburg,malmo
country:NO oslo,bergen
country:FI helsinki
country:PL warsaw,krakow,gdansk,wroclaw
country:CZ prague,brno
country:HU budapest
country:RO bucharest
country:GR athens,thessaloniki
country:TR istanbul,ankara,izmir
country:RU moscow,saint petersburg
country:UA kyiv,lviv,odesa
country:EG cairo,alexandria
country:ZA cape town,johannesburg,durban
country:KE nairobi
country:NG lagos,abuja
country:MA casablanca,marrakesh
country:AE dubai,abu dhabi
country:IL tel aviv,jerusalem
country:SA riyadh,jeddah
country:IN mumbai,delhi,new delhi,bangalore,chennai,kolkata,hyderabad,pune
country:PK karachi,lahore
country:CN beijing,shanghai,shenzhen,guangzhou,chengdu
country:JP tokyo,osaka,kyoto,nagoya,sapporo
country:KR seoul,busan
country:TH bangkok,chiang mai,phuket
country:VN hanoi,ho chi minh city
country:ID jakarta,bandung
country:MY kuala lumpur
country:PH manila,cebu
country:AU sydney,melbourne,brisbane,perth,adelaide
country:NZ auckland,wellington
country:BR rio de janeiro,sao paulo,brasilia
country:AR buenos aires
country:MX mexico city,guadalajara,cancun
country:CL santiago
country:CO bogota,medellin
country:PE lima
""".strip()


@lru_cache(maxsize=1)
def _by_city() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for line in _CITIES.splitlines():
        region, _, cities = line.partition(" ")
        for city in cities.split(","):
            own = {region} | ({"country:US"} if region.startswith("state:") and region[6:] not in _PROVINCES else set())
            table[city] = table.get(city, frozenset()) | own
    return table


_PROVINCES: Final = frozenset({"ON", "QC", "BC", "AB"})


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[re.Pattern[str], frozenset[str], bool], ...]:
    """For each way of naming a city: its pattern, its regions, and whether it must be written in capitals."""
    return tuple(
        (re.compile(rf"(?<!\w){re.escape(form)}(?!\w)"), found, len(form) < 4)
        for city, found in _by_city().items()
        for form in city_forms(city)
    )


def is_city(name: str) -> bool:
    """Whether a name is that of a large city."""
    return not city_forms(fold(name).strip()).isdisjoint(_by_city())


def city_spans(text: str) -> list[tuple[int, int]]:
    """Where a text names large cities, in any of their forms; one that it names twice stands twice."""
    folded = fold(text)
    return [
        found.span()
        for pattern, _, capitals in _forms()
        for found in pattern.finditer(folded)
        if not capitals or text[found.start() : found.end()].isupper()
    ]


def in_region(text: str, wanted: frozenset[str]) -> tuple[int, int] | None:
    """Where `text` names a city that lies in one of the wanted regions.

    Regions are keys such as "state:CA", as `codes.regions` gives them.
    """
    folded = fold(text)
    for pattern, lies_in, capitals in _forms():
        if not lies_in & wanted:
            continue
        found = pattern.search(folded)
        if found and (not capitals or text[found.start() : found.end()].isupper()):
            return found.span()
    return _by_zone(text, folded, wanted)


def _by_zone(text: str, folded: str, wanted: frozenset[str]) -> tuple[int, int] | None:
    """Where `text` names a city that a time zone is named after, nearly every capital among them."""
    for city, region in _zone_cities():
        if region in wanted:
            for found in re.finditer(rf"(?<!\w){re.escape(city)}(?!\w)", folded):
                if text[found.start()].isupper():
                    return found.span()
    return None


@lru_cache(maxsize=1)
def _zone_cities() -> tuple[tuple[str, str], ...]:
    from babel.core import get_global  # reading CLDR takes a moment; only a region that is in doubt needs it

    found = []
    for name, territory in get_global("zone_territories").items():
        area, _, city = name.rpartition("/")
        if area and area != "Etc" and territory != "ZZ" and len(city) > 3:
            found.append((fold(city.replace("_", " ")), f"country:{territory}"))
    return tuple(found)
