"""The names a large city goes by: nicknames, its name in German and in its own script, and its airports' codes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from tools.guard.readings.text import fold

_NAMES: Final = """
los angeles:la,l.a.,lax,city of angels
san francisco:sf,sfo,frisco,san fran
new york:nyc,ny,jfk,big apple,n.y.c.,new york city
philadelphia:philly
las vegas:vegas,sin city
chicago:chi-town,chitown,windy city
washington:dc,d.c.,washington dc,washington d.c.,washington, d.c.
new orleans:nola
kuala lumpur:kl
atlanta:atl
san diego:sd
dallas:big d
salt lake city:slc
mumbai:bombay
kolkata:calcutta
chennai:madras
bangalore:bengaluru
ho chi minh city:saigon
kyiv:kiev
beijing:peking,北京,베이징
shanghai:上海,상하이
guangzhou:广州,廣州,canton
shenzhen:深圳
chengdu:成都
hangzhou:杭州
nanjing:南京
wuhan:武汉,武漢
xi'an:西安,xian
hong kong:香港,hongkong,홍콩
taipei:台北,臺北
tokyo:东京,東京,tokio,도쿄
osaka:大阪,오사카
kyoto:京都,kioto
seoul:首尔,서울,ソウル
busan:부산,釜山
singapore:新加坡,singapur
bangkok:曼谷,方콕
delhi:दिल्ली
moscow:moskau,moskva,москва,莫斯科
saint petersburg:st. petersburg,sankt petersburg
new delhi:neu-delhi
london:londres,伦敦,倫敦,런던
paris:巴黎,파리
munich:munchen,muenchen
cologne:koln,koeln
nuremberg:nurnberg
hanover:hannover
vienna:wien,vienne
zurich:zurich,zuerich
geneva:genf,geneve
basel:bale
bern:berne
rome:rom,roma
milan:mailand,milano
venice:venedig,venise,venezia
florence:florenz,firenze
naples:neapel,napoli
turin:torino
prague:prag,praha
warsaw:warschau,warszawa,varsovie
krakow:krakau,cracow
copenhagen:kopenhagen,copenhague
lisbon:lissabon,lisboa,lisbonne
brussels:brussel,bruxelles
antwerp:antwerpen,anvers
the hague:den haag
athens:athen,athenes
bucharest:bukarest
seville:sevilla
cairo:kairo,le caire
mexico city:ciudad de mexico,mexiko-stadt,cdmx
sao paulo:圣保罗
""".strip()
_AIRPORTS: Final = """
ATL atlanta;LAX los angeles;ORD chicago;MDW chicago;DFW dallas;DAL dallas;DEN denver;JFK new york;LGA new york
EWR new york;EWR newark;SFO san francisco;SEA seattle;LAS las vegas;MCO orlando;MIA miami;CLT charlotte;PHX phoenix
IAH houston;HOU houston;BOS boston;MSP minneapolis;FLL fort lauderdale;DTW detroit;PHL philadelphia;BWI baltimore
DCA washington;IAD washington;SLC salt lake city;SAN san diego;TPA tampa;PDX portland;STL st. louis;HNL honolulu
BNA nashville;AUS austin;MSY new orleans;RDU raleigh;SJC san jose;OAK oakland;SMF sacramento;SAT san antonio
PIT pittsburgh;CVG cincinnati;CLE cleveland;IND indianapolis;MCI kansas city;CMH columbus;ABQ albuquerque
ANC anchorage;YYZ toronto;YVR vancouver;YUL montreal;YYC calgary;YOW ottawa;LHR london;LGW london;STN london
LTN london;LCY london;MAN manchester;EDI edinburgh;GLA glasgow;BHX birmingham;DUB dublin;CDG paris;ORY paris;NCE nice
LYS lyon;MRS marseille;FRA frankfurt;MUC munich;BER berlin;HAM hamburg;DUS dusseldorf;STR stuttgart;CGN cologne
VIE vienna;ZRH zurich;GVA geneva;AMS amsterdam;BRU brussels;MAD madrid;BCN barcelona;AGP malaga;LIS lisbon;OPO porto
FCO rome;MXP milan;LIN milan;VCE venice;NAP naples;FLR florence;CPH copenhagen;ARN stockholm;OSL oslo;HEL helsinki
WAW warsaw;KRK krakow;PRG prague;BUD budapest;OTP bucharest;ATH athens;IST istanbul;SVO moscow;CAI cairo
JNB johannesburg;CPT cape town;NBO nairobi;LOS lagos;CMN casablanca;DXB dubai;AUH abu dhabi;DOH doha;TLV tel aviv
RUH riyadh;BOM mumbai;DEL delhi;DEL new delhi;BLR bangalore;MAA chennai;CCU kolkata;HYD hyderabad;PEK beijing
PKX beijing;PVG shanghai;SHA shanghai;CAN guangzhou;SZX shenzhen;HKG hong kong;TPE taipei;HND tokyo;NRT tokyo
KIX osaka;ICN seoul;GMP seoul;BKK bangkok;SIN singapore;KUL kuala lumpur;CGK jakarta;DPS bali;MNL manila
SGN ho chi minh city;HAN hanoi;SYD sydney;MEL melbourne;BNE brisbane;PER perth;AKL auckland;GRU sao paulo;LHR heathrow
LGW gatwick;STN stansted;LTN luton;JFK kennedy;LGA laguardia;LGA la guardia;ORD o'hare;MDW midway;IAD dulles
DCA reagan;BOS logan;YYZ pearson;CDG charles de gaulle;CDG roissy;ORY orly;AMS schiphol;FCO fiumicino;CIA ciampino
CIA rome;MXP malpensa;LIN linate;MAD barajas;VIE schwechat;CPH kastrup;ARN arlanda;OSL gardermoen;BRU zaventem
ZRH kloten;SVO sheremetyevo;SAW istanbul;SAW sabiha gokcen;NRT narita;HND haneda;KIX kansai;ITM osaka;ITM itami
ICN incheon;GMP gimpo;PVG pudong;SHA hongqiao;SIN changi;BKK suvarnabhumi;DMK bangkok;DMK don mueang;GRU guarulhos
GIG galeao;EZE ezeiza;LON london;PAR paris;NYC new york;ROM rome;MIL milan;TYO tokyo;OSA osaka;SEL seoul;CHI chicago
WAS washington;MOW moscow;STO stockholm;KEF reykjavik;KEF keflavik;GIG rio de janeiro;EZE buenos aires;SCL santiago
BOG bogota;LIM lima;MEX mexico city;CUN cancun
""".strip()


def _by_name() -> dict[str, tuple[str, ...]]:
    table = {}
    for line in _NAMES.splitlines():
        city, _, names = line.partition(":")
        table[city] = tuple(fold(name) for name in names.split(","))
    return table


_OTHER_NAMES: Final[Mapping[str, tuple[str, ...]]] = _by_name()
_CITY: Final[Mapping[str, str]] = {name: city for city, names in _OTHER_NAMES.items() for name in names}


@lru_cache(maxsize=4096)
def city_forms(city: str) -> frozenset[str]:
    """What a city goes by, its own name and the name it was given by among them; `city` is folded."""
    bare = city.removesuffix(" city") if city != "mexico city" else city
    bare = _CITY.get(bare, _CITY.get(city, bare))
    return frozenset({city, bare, *_OTHER_NAMES.get(bare, ())})


@lru_cache(maxsize=1)
def _airports() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for entry in _AIRPORTS.replace("\n", ";").split(";"):
        code, _, city = entry.partition(" ")
        table[code] = table.get(code, frozenset()) | {city}
    return table


def airport_cities(code: str) -> frozenset[str]:
    """The cities an airport serves, by its three letters in capitals; none where it is not known."""
    return _airports().get(code, frozenset())
