"""The speaking list, in English: what bots make sentences of, written by hand and fit for children.

One may add to it. A plural follows where the usual rule does not make it (`mouse/mice`). `~`: one does not count
it; `^`: there is one of it. `*` before a word: it takes *a* where its letter says *an*, or the other way (*a
unicorn*). `!`: not for beginners. No verb begins with X. The classes are those of the French list.
"""

NOUNS: dict[str, str] = {
    "a": """
        cat dog horse duck pig sheep/sheep rabbit wolf/wolves fox bear lion tiger elephant crocodile snake
        penguin dolphin shark goldfish/goldfish butterfly snail owl hedgehog kangaroo koala zebra camel parrot
        pigeon rooster crab octopus lizard dragon dinosaur squirrel beaver seal panda hippo rhino jaguar
        donkey pony crow swan flamingo pelican eagle mosquito beetle cricket worm tadpole hamster poodle wombat
        wallaby yak yeti iguana chameleon peacock llama cow hen goat giraffe mouse/mice turtle frog bee ladybird
        ant spider whale seagull goose/geese ostrich otter mole wasp shrimp jellyfish/jellyfish oyster *unicorn
        stork gazelle quail !xerus !vulture !newt insect reindeer/reindeer kitten puppy
    """,
    "p": """
        friend neighbour cousin brother uncle grandpa baby boy baker cook gardener postman/postmen plumber
        hairdresser dentist doctor teacher pupil champion king prince knight pirate wizard clown juggler acrobat
        actor singer dancer musician painter astronaut pilot captain sailor fisherman/fishermen tourist cyclist
        journalist inventor scientist detective robot ghost giant elf/elves ogre cowboy ninja explorer guest
        customer farmer shepherd engineer architect referee skier surfer pianist drummer librarian hero/heroes
        vampire girl sister aunt grandma queen princess fairy witch mermaid mummy magician violinist waiter
        !xylophonist !yodeller zookeeper jockey kid
    """,
    "f": """
        cake cheese yogurt egg sandwich biscuit sweet lemon melon pineapple kiwi apricot grape radish turnip
        cabbage leek onion cucumber gherkin bean artichoke mushroom pepper rice~ ketchup~ honey~ sugar~ salt~
        butter~ bread~ hamburger pie pancake waffle doughnut croissant jam~ apple pear banana orange cherry
        strawberry raspberry plum peach mango walnut hazelnut almond chestnut fig watermelon tomato/tomatoes carrot
        pumpkin lettuce potato/potatoes olive soup~ pizza quiche tart lollipop omelette sausage noodle quince
        dumpling zucchini yam milk~ popcorn~ chocolate muffin
    """,
    "o": """
        book pencil pen notebook ball umbrella piano violin drum xylophone *ukulele saxophone tuba telephone
        computer keyboard mirror armchair sofa bed stool carpet cushion pillow broom bucket fridge toaster oven
        glass bowl plate hammer screwdriver rake paintbrush vase jewel diamond treasure padlock whistle toy puzzle
        kite domino tap soap~ comb ribbon parcel box bag basket stamp newspaper dictionary telescope microscope fan
        wok hammock ladder slide trampoline curtain table chair lamp candle clock watch key wardrobe shelf/shelves
        bathtub brush sponge towel blanket suitcase bottle cup fork spoon saucepan teapot trumpet flute guitar harp
        bell radio camera map envelope letter doll racket rope needle shovel wheelbarrow tent crown pearl medal
        compass wig quilt jigsaw zip igloo kettle vacuum wheel machine
    """,
    "l": """
        garden park zoo castle palace museum cinema theatre circus stadium market shop supermarket restaurant
        garage attic kitchen balcony roof cupboard village tower tunnel bridge airport hotel labyrinth desert
        laboratory aquarium house bedroom cellar school library bakery pharmacy station town street farm barn
        factory bank cave island pyramid jungle yard
    """,
    "n": """
        sun^ moon^ cloud tree cactus bush lake pond river ocean volcano rock pebble storm rainbow iceberg shell
        sunflower poppy palm leaf/leaves branch nest star planet comet wave beach mountain hill valley forest
        waterfall flower rose tulip daisy orchid puddle feather meadow snowflake
    """,
    "v": """
        train plane boat lorry tractor bus taxi tram wagon scooter tricycle helicopter submarine spaceship kayak
        canoe yacht ship raft sledge carriage zeppelin parachute skateboard car motorbike bicycle rocket barge
        ambulance van caravan truck !quad !xebec jeep gondola
    """,
    "c": """
        hat coat jumper waistcoat swimsuit costume beret kimono glove scarf/scarves slipper clog shoe apron helmet
        necklace bracelet button kilt *uniform mask poncho dress skirt shirt jacket sock boot sandal cap tie belt
        cape mitten ring pocket
    """,
}

ADJECTIVES: dict[str, str] = {
    "": """
        red yellow pink purple green blue white black grey round square strange huge tiny invisible magic
        ridiculous wonderful extraordinary ordinary perfect famous golden silver fluorescent incredible little big
        old new pretty funny mysterious enormous beautiful *unusual quirky *unique
    """,
    "ap": """
        shy chatty curious happy proud jealous lazy brave greedy hungry sleepy dreamy clever wise polite stubborn
        mischievous serious calm nervous elegant ticklish clumsy careful patient impatient generous friendly
        bearded smiling grumpy surprised enthusiastic quiet noisy superstitious jolly kind zany cheerful young
        exhausted vain
    """,
    "a": "wild hairy striped spotted furry woolly",
    "f": "delicious sweet salty sour crunchy juicy ripe lukewarm frozen spicy sticky creamy tasty fresh yummy",
    "ovc": "precious *useful *useless solid fragile electric pointed rusty heavy expensive",
    "n": "gigantic peaceful dark",
}

VERBS = """
ap+ | - : sneeze snore yawn blush sulk wriggle giggle shiver gossip hesitate swim yodel
ap+ | - with=apo : dance laugh sing twist
ap+ | - in=lnvf : sleep dive relax
ap+ | - in=ln : walk gallop wander skate ski camp
ap+ | - on=nofv : jump bounce slip land
ap+ | - to=lna : run zigzag crawl travel
ap+ | - : bark purr roar growl quack grunt whistle shout whisper mumble applaud exaggerate zoom yelp yell moo
apfovnc | - : fall vanish move spin float fly roll shine tremble twinkle vibrate appear wobble
ap+ | =fcon : eat
ap+ | =fco : devour swallow nibble chew bite
ap+ | =f : taste cook peel mix share bake toast gobble
ap+ | =foac : lick sniff
ap+ | =ofcnv : buy sell find hide lose keep shake invent receive collect borrow weigh count discover use wrap throw
    catch want need juggle
ap+ | =ocv : repair polish break
ap+ | =apfovnlc : draw paint photograph
ap+ | =ovlac : decorate clean wash scrub
ap+ | =oc : tidy drop carry
ap+ | =ofc to=ap : give offer lend show send
ap+ | =c : knit sew iron fold wear tie button zip
ap+ | =o : open close fill unpack unlock untie
ap+ | =v : drive park steer
ap+ | =ap : call greet kiss tickle congratulate invite follow wake meet impress hypnotize reassure tease introduce
    nudge welcome amuse surprise question interview thank encourage disguise help feed guide ask join visit judge
ap+ | =apfovnc : admire observe watch imitate ignore film push examine recognise protect splash understand imagine
    forget hug love quote
ap+ | =fon : marry
ap+ | =a : stroke tame ride
ap+ | =n : plant water
ap+ | =l : explore leave cross build
ap+ | on=oavn : climb sit stand
ap+ | - under=on in=lnoc : rest
ap+ | to=apo : talk listen wave
ap+ | of=apfovnlc : dream think
ap+ | with=apo : play chat
ap+ | at=apon : smile stare wink laugh
ap+ | like=apfo : sing dance smell look jump
ap+ | for=apfo : wait search
"""  # fmt: skip

MODALS = {"": "can must will may should might", "to": "want love like need hope try refuse prefer decide"}

MANNER = """
    quickly slowly softly happily noisily politely quietly elegantly bravely shyly proudly calmly carefully
    seriously madly strangely wonderfully perfectly kindly secretly silently nervously patiently clumsily
    delicately furiously gracefully heroically mysteriously lazily royally suddenly tenderly truly cheerfully often
    outside everywhere again zealously joyfully expertly
"""
OPENINGS = (
    "today now sometimes often suddenly here outside luckily strangely usually normally obviously mysteriously"
)

CALLS = "oh ah wow hooray yes hey hello oops alas ouch yippee bravo"
"""Said before a sentence that one lengthens; `CONNECTIONS` too, and after these."""
CONNECTIONS = "and but so then finally meanwhile"

NAMES = """
    Adam Alex Ben Charlie Daniel David Edward Felix Frank George Harry Henry Hugo Jack James Joe Kevin Leo Luke Max
    Oliver Oscar Paul Peter Quentin Robert Sam Thomas Tom Victor William Xavier Zach Alice Amy Anna Bella Chloe
    Daisy Emily Emma Fiona Grace Hannah Isabel Jane Julia Kate Kelly Laura Lily Lucy Mary Molly Nina Olivia Rose
    Ruby Sarah Sophie Ursula Violet Wendy Yvonne Zoe
"""

PHRASES = """
    under the moon
    under the table
    under the shower
    under an umbrella
    in the bathtub
    in the kitchen
    in the jungle
    in the snow
    in the soup
    in the fridge
    in the garden
    in the fog
    in an igloo
    in a suitcase
    in pyjamas
    in silence
    in winter
    on the beach
    on the moon
    on the roof
    on a cloud
    on a trampoline
    at the swimming pool
    at the zoo
    at school
    at midnight
    at breakfast
    every morning
    every weekend
    every Tuesday
    all night
    before lunch
    after dessert
    behind the curtain
    upside down
"""
