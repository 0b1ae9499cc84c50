"""Word lists for noun phrases: what breaks them, what is praise, what is only a class of things."""

import re

__all__ = [
    "ADJECTIVE",
    "CARRIERS",
    "CLASS_NOUNS",
    "FUNCTION",
    "LIGHT",
    "NOMINAL",
    "NOUNS",
    "PRIOR",
    "VAGUE",
    "VERBS",
]

FUNCTION = frozenset(
    "a an the this that these those which who whose whom what it its they their them he she his her we our "
    "us you your i my one ones each every some any all both either neither no not nor and or but than then "
    "as at by for from in into of off on onto out over per since through throughout to toward towards under "
    "until up upon via with within without across after against along among around before behind below "
    "beneath beside besides between beyond despite during except inside like near about above amid "
    "is are was were be been being am has have had having do does did doing can could may might must shall "
    "should will would if because although though while whereas when where whether how why so such "
    "also only just even still yet already often usually typically however therefore thus hence moreover "
    "furthermore additionally instead rather too very more most less least much many few several various "
    "other others another same own there here now recently further e.g i.e etc vs versus respectively "
    "using given due according regarding concerning et le la les un une des du de en dans sur pour par avec "
    "que qui est sont au aux ce cette ces nous notre el los las una y o del al es son para con se su sus lo "
    "como más este esta no mejor mejores muy entre sin sobre cada pero desde hasta cuando donde cual ser "
    "está están han hay técnicas recientes ces leur leurs il elle ils elles ne pas plus comme cependant nos der die das und ein eine mit für von zu ist sind im auf den dem".split()
)
_BASES = (
    "achieve allow appear apply become consist contain demonstrate enable ensure exhibit exist exploit "
    "facilitate happen hinder identify improve include incorporate incur involve leverage make mitigate "
    "outperform overcom possess preserve produce propose prove provide rely remain require reveal seek seem "
    "suffer surpass take tend utilize yield introduce describe develop devise investigate analyze analyse "
    "examine explore evaluate tackle solve formulate derive consider obtain perform compare combine integrate "
    "adopt employ extend generalize maintain minimize maximize optimize reduce enhance accelerate alleviate "
    "eliminate avoid create generate learn fail help keep let serve struggle emerge offer satisfy select adapt "
    "occur raise receive represent say see try find show build argue assume observe conduct evolve attract "
    "carry believe unlock unleash meet draw hinge pose arise understand operate spark accompany deploy collect "
    "leak gather publish prevent hamper impede restrict degrade deteriorate underscore highlight emphasize stem "
    "accomplish acquire adjust aggregate align allocate amplify assess assign attain augment broaden calibrate "
    "capture categorize characterize circumvent clarify coincide complement comply compute conclude confirm "
    "constitute constrain construct convert convey correlate corroborate counteract decompose decouple delineate "
    "deliver denote determine differ diminish discard discover disentangle disrupt distill distinguish diverge "
    "elicit elucidate embed embody empower encode encounter encourage enforce engage enlarge enrich entail "
    "establish exceed exclude execute expand explain expose express foster fulfil fuse govern harness illustrate "
    "imply impose induce infer inform inherit inject instantiate invoke isolate jeopardize justify lessen locate "
    "manage merge mimic modify modulate navigate necessitate neglect normalize obey omit originate overlook "
    "parameterize penalize permit persist pertain postulate precede preclude predict prevail prioritize proceed "
    "prohibit propagate pursue quantify realize recast recognize recommend reconcile reconstruct recover redefine "
    "refer refine reflect reformulate regularize regulate reinforce reject relax render replace replicate resemble "
    "resist resolve respond retain retrieve reuse revise revolutionize simplify simulate specialize specify "
    "stabilize steer streamline strengthen substitute suggest summarize suppress sustain synthesize tolerate "
    "transform undergo undermine unify validate vary verify violate weaken mixes demands plague hinges"
).split()
_IRREGULAR = (
    "makes made takes took given gives gave get gets got found shown known knows know lead leads led became "
    "seen saw use uses used built grow grows grew kept met drawn ran run runs matter matters cannot stand "
    "stands stood carry goes went call called calls name term termed dub dubbed proven done chosen written "
    "drawn driven lies lay lacks lacked faces faced plays played aims aimed needs needed limits limited causes "
    "caused increases increased decreases decreased supports supported works worked studied studies presents "
    "presented addresses addressed holds held means meant wants want depends depend results resulted helps "
    "helped trained tested based involving consisting containing including leveraging following requiring "
    "enabling allowing providing combining integrating exploiting extending comprising featuring covering "
    "spanning achieving giving leading showing resulting incurring reports reported overcame overcome "
    "overcomes rise rises"
).split()


def _forms(base: str) -> tuple[str, ...]:
    if base.endswith("y") and base[-2] not in "aeou":
        return base, base[:-1] + "ies", base[:-1] + "ied"
    if base.endswith("e"):
        return base, base + "s", base + "d"
    tail = "es" if base.endswith(("s", "sh", "ch", "x")) else "s"
    return base, base + tail, base + "ed"


VERBS = frozenset(form for base in _BASES for form in _forms(base)) | frozenset(_IRREGULAR)
PRIOR = frozenset(
    "existing current prior previous traditional conventional recent mainstream".split()
)
LIGHT = PRIOR | frozenset(
    "new novel simple effective efficient fast first unified general generic lightweight improved better "
    "robust scalable practical principled powerful flexible state-of-the-art innovative comprehensive "
    "large-scale accurate reliable high-quality alternative multiple different plug-and-play compact "
    "challenging important difficult specific high-performance modern two three four five six seven eight "
    "real-world well-known open-source open fully highly low-cost light-weight cost-effective complex "
    "complete main key critical crucial significant fundamental essential popular common widely promising "
    "great major strong next good best standard underlying real-time extensive systematic empirical "
    "theoretical thorough detailed rigorous careful holistic well-studied classical classic longstanding "
    "long-standing growing increasing rapid vast large small possible available entire whole certain "
    "particular relevant related central core ubiquitous remarkable impressive substantial considerable "
    "numerous wide broad diverse dominant emerging basic critically joint conceptual proposed prohibitive "
    "severe original resulting promise expensive costly heavy cheap "
    "nouvelle nouveau nueva nuevo improving enhancing rethinking revisiting understanding exploring "
    "investigating boosting unlocking introducing evaluating benchmarking advancing bridging making "
    "analyzing analysing accelerating toward unifying empowering unleashing addressing tackling developing "
    "building designing optimizing solving performing speeding reducing assessing characterizing comparing "
    "harnessing mitigating overcoming applying supercharging empower compress".split()
)
CLASS_NOUNS = frozenset(
    "framework frameworks method methods approach approaches technique techniques pipeline pipelines strategy "
    "strategies scheme schemes paradigm paradigms benchmark benchmarks dataset datasets library tool tools "
    "toolkit platform platforms solver solvers engine engines study survey review procedure procedures "
    "mechanism mechanisms formulation solution solutions task tasks problem problems corpus setting settings "
    "scenario scenarios application applications module modules challenge challenges workload workloads "
    "performance efficiency quality accuracy result results experiment experiments baseline baselines "
    "competition track submission submissions paper work works field area domain domains research community "
    "literature practitioners capabilities capability ability implementation implementations case cases way "
    "ways role issue issues usage variant variants technology technologies step steps component components "
    "family number set suite class type types methodology methodologies loss objective function versions "
    "version regime competitions speed".split()
)
CARRIERS = frozenset(
    "model models network networks system systems process processes agent agents transformer transformers "
    "architecture architectures algorithm algorithms data".split()
)
"""Class nouns only behind an activity: "segmentation models", but not "language models"."""
NOUNS = frozenset(
    "retrieval removal signal signals traffic music logic topic metric graphic animal capital material "
    "potential proposal approval referral survival arrival trial journal interval renewal appraisal "
    "objective perspective narrative alternative archive drive olive collective need feed seed "
    "arithmetic statistic rhetoric fabric critic heuristic clinic diagnostic dialogue library summary "
    "dictionary vocabulary boundary glossary commentary assembly supply reply anomaly family rally "
    "table variable cable breed bed shed embed denial early time series time-series speed".split()
)
"""Nouns with the endings of adjectives or adverbs."""
ADJECTIVE = re.compile(
    r"(?:ive|ous|ful|ic|able|ible|less|ical|ional|ual|ary|al|ed|ly|ish|wise|based|driven|aware|"
    r"level|free|specific|scale|friendly|agnostic|efficient|constrained|intensive|centric|quality|"
    r"sparse|dense|deep|parallel|robust|static|hybrid|joint|fast|high|low|different|"
    r"short|long|raw|rare|strong|weak|hard|soft|blind|smart|linear|similar|single|"
    r"nothing|everything|something|binary|discrete|continuous|cross|end|multi|domain-specific)$"
)
NOMINAL = re.compile(
    r"(?:(?<!diffu)sion|tion|ment|ing|ity|sis|ance|ence|ness|ship|ics|graphy|logy|llelism|retrieval|"
    r"removal|search|design|control|tracking)s?$"
)
VAGUE = frozenset(
    "large language models|language models|neural networks|deep neural networks|deep learning|machine learning|"
    "artificial intelligence|data|training|inference|models|systems|networks|learning|"
    "natural language processing|computer vision|neural network|language model|llms|llm|large language model|"
    "code|tokens|time|humans|users|researchers|training data|computational cost|"
    "deep models|foundation models|transformers|transformer|development|deployment|"
    "success|advances|progress|lack|understanding|information|use|impact|years|contrast|practice|"
    "growth|demand|introduction|addition|context|state|art|recent years|"
    "computation|memory|latency|energy|cost|costs|hardware|parameters|"
    "layers|weights|images|text|videos|features|representations|knowledge|trade-off|tradeoff|"
    "best practices|order|number|case study|series|range|variety|"
    "evaluation|optimization|generation|analysis|complexity|scale|convolutional neural networks|"
    "reinforcement learning|graph neural networks|diffusion models|vision transformers|"
    "shortcomings|limitations|limitation|gap|importance|evidence|language|findings|insights|"
    "effectiveness|significance|emergence|high cost|real world|world|ability|computational resources|"
    "resources|science|engineering|technology|literature|overhead|computational complexity".split(
        "|"
    )
)
"""Phrases that name a field, a resource or nothing."""
