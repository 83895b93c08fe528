"""Words that people use for one another when they speak of options: each group is interchangeable, nothing else is."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tools.guard.readings.text import stem

_GROUPS: Final = """
delete remove erase discard
add create new remember insert append set make
buy purchase order get
cancel abort
complete finish done finished completed
update change modify edit
search find look
mid medium middle moderate average
high strong strongest strong maximum max highest top full
low weak weakest minimum min lowest light
enable enabled activate start active
disable disabled deactivate stop
cool cold cooling
heat warm heating
dry dehumidify
clean cleaning purify purifying purifier
kids kid child children grandchildren family families
free gratis complimentary
private privately privacy confidential hidden secret
woman women female lady girl mother wife sister daughter grandmother grandma aunt
man men male gentleman boy father husband brother son grandfather grandpa uncle
cheap inexpensive budget affordable
expensive pricey luxury upscale costly
car cab taxi
movie film
flat apartment
house home
direct nonstop
shared carpool pool
insurance insured
therapist counselor counsellor counseling therapy
psychologist psychology
psychiatrist psychiatry
immediately immediate now right urgent asap
bag bags luggage baggage suitcase
daily day everyday
weekly week
monthly month
yearly annual annually year
hourly hour
fast quick quickly rapid
big large lrg
medium med
month mo mth
week wk
year yr
minute min
hour hr
second sec
small little
picture image photo
error fault failure
store shop
phone telephone call
bag bags luggage baggage suitcase suitcases
email mail
picture photo image
laundry washing washer
concert music gig
play theater theatre
game match
garden park
sofa couch
centre center
asc ascending ascend
desc descending descend
average mean
urgent critical emergency
colour color
grey gray
law lawyer legal
tonight evening night
saint st sankt
mount mt
street str st
avenue ave
road rd
square sq
boulevard blvd
fort ft
north n
south s
east e
west w
apartment apt
last past previous recent
centre center downtown
open opened unlock
close closed shut lock
resolved closed solved fixed
lend loan
begin start
supper dinner
breakfast brekkie brekky
veggie veg
parents mum mom dad
photos pics pic
favorites faves favourites favourite favorite
people ppl persons
lunch midday
couch sofa
jewelry jewellery
program programme
theatre theater
catalogue catalog
tyre tire
vehicle car auto automobile
bicycle bike cycling bicycling biking
walk walking foot pedestrian
drive driving car
transit public bus metro subway train tube underground tram bahn
business biz
economy econ coach
appointment appt
reservation booking booked reserve
tickets tix
compact small
bitcoin btc
ethereum ether eth
litecoin ltc
dogecoin doge
solana sol
beginner novice newbie starter
advanced expert professional
javascript js
python py
typescript ts
kubernetes k8s
database db
document doc file
application app
info information
advertisement ad ads advert
newest latest recent
vegetarian veggie
vegan plant
nonveg meat
swimming pool swim
gymnasium gym fitness
wifi internet
tv television telly
fridge refrigerator
autumn fall
holiday vacation
soccer football
physician doctor
attorney lawyer solicitor
infant baby
elderly senior seniors
photo photograph
purchase buy buying
comedy comic funny humorous hilarious
horror scary frightening spooky
romance romantic love
urgent high
open unresolved outstanding
multiply times product
divide divided quotient
add plus sum
ophthalmologist eye
dermatologist skin derm
cardiologist heart
dentist teeth tooth dental
orthopedist bone joint
gynecologist gyno
mouse mice
goose geese
tooth teeth
foot feet
knife knives
wolf wolves
leaf leaves
loaf loaves
shelf shelves
octopus octopi
cactus cacti
criterion criteria
phenomenon phenomena
matrix matrices
vertex vertices
index indices
subtract minus difference
""".strip()


def _table() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for line in _GROUPS.splitlines():
        group = frozenset(stem(word) for word in line.split())
        for word in group:
            table[word] = table.get(word, frozenset()) | group
    return table


_BY_STEM: Final = _table()


@lru_cache(maxsize=4096)
def alike(word: str) -> frozenset[str]:
    """The stems that may stand for a word's own, itself among them."""
    own = stem(word)
    return _BY_STEM.get(own, frozenset()) | {own}
