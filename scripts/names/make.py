#!/usr/bin/env python3
"""make.py LISTS OUT TEXT...: makes server/knowledge/data/names from the free lists of names.

LISTS is a folder with drugbank_vocabulary.csv.gz, hgnc_entries.tsv.gz, mesh_id_label_mappings.tsv.gz, doid.json.gz,
mondo.json.gz and go.json.gz. OUT is the folder of the tables. TEXT are gzipped files with abstracts: which symbols are
words, and which processes are spoken of, is counted in them; nothing of them is copied.

A row is `name <TAB> keys`: the name that is shown, and all names as `vocabulary::words` folds them, with `|` between.
`key=SYMBOL` counts only where a text writes the symbol in just these letters."""
import collections, csv, gzip, json, os, re, sys, textwrap

# The date of the lists.
DAY = '2026-11-28'
LISTS, OUT, TEXTS = sys.argv[1], sys.argv[2], sys.argv[3:]
HERE = os.path.dirname(os.path.abspath(__file__))
SHIPPED = os.path.join(HERE, '..', '..', 'server', 'research', 'vocabulary')
STOP = {l.strip() for l in open(os.path.join(HERE, 'stop.txt')) if l.strip() and l[0] != '#'}
GREEK = dict(zip('αβγδεζκλµμπτω', 'alpha beta gamma delta epsilon zeta kappa lambda mu mu pi tau omega'.split()))


def spelling(w):
    if len(w) < 4:
        return w
    fixed = {'ageing': 'aging', 'grey': 'gray', 'defence': 'defense', 'licence': 'license', 'practise': 'practice'}
    if w in fixed:
        return fixed[w]
    long = len(w) > 5
    w = w.replace('ae', 'e').replace('oe', 'e')
    if long:
        w = w.replace('our', 'or')
    for a, b in (('sulph', 'sulf'), ('ogue', 'og'), ('gramme', 'gram'), ('artefact', 'artifact'), ('isation', 'ization')):
        w = w.replace(a, b)
    for a, b in (('ise', 'ize'), ('ised', 'ized'), ('ises', 'izes'), ('iser', 'izer'), ('ising', 'izing'), ('yse', 'yze'), ('ysed', 'yzed'), ('ysing', 'yzing'),
                 ('elling', 'eling'), ('elled', 'eled'), ('eller', 'eler'), ('alling', 'aling'), ('tre', 'ter'), ('tres', 'ters'), ('bre', 'ber'), ('bres', 'bers')):
        if w.endswith(a):
            return w[:-len(a)] + b
    return w


def singular(w):
    w = spelling(w)
    if w.endswith('s') and len(w) >= 5 and w[-2] not in 'sui':
        return w[:-1]
    return w


def plain(name):
    for a, b in GREEK.items():
        name = name.replace(a, b)
    return name if name.isascii() else ''


def words(name):
    name = re.sub(r"'s\b", '', name)
    return [singular(w) for w in re.findall(r'[a-z0-9]+', name.lower())]


def key(name):
    return ' '.join(words(plain(name)))


own = {}
for kind in ('drugs', 'targets', 'processes', 'conditions'):
    for l in open(os.path.join(SHIPPED, kind + '.txt')):
        if l.strip() and l[0] != '#':
            names = [n.strip() for n in l.split('|')]
            for n in names:
                own.setdefault(key(n), (kind, names[0]))

# Words of texts: which symbols are words, and the meanings of abbreviations.
lower, phrases, means = collections.Counter(), collections.Counter(), collections.defaultdict(collections.Counter)
for t in TEXTS:
    for l in gzip.open(t, 'rt', errors='replace'):
        tokens = re.findall(r'[A-Za-z0-9]+', l)
        lower.update(w for w in tokens if w.islower() and w.isalpha())
        folded = words(plain(l) or re.sub(r'[^\x00-\x7f]', ' ', l))
        for n in (1, 2, 3, 4):
            phrases.update(' '.join(folded[i:i + n]) for i in range(len(folded) - n + 1))
        for m in re.finditer(r'((?:[\w-]+ ){1,6})\(([A-Z][A-Za-z0-9-]{1,9})[),;]', l):
            means[m[2]].update(set(words(m[1])))


def is_word(symbol):
    return symbol.isalpha() and (lower[symbol.lower()] > 0 or symbol.lower() + 's' in lower and lower[symbol.lower() + 's'] > 2)


def is_other_abbreviation(symbol, gene_words):
    said = means.get(symbol)
    return bool(said) and not any(said[w] for w in gene_words if len(w) > 3)


class Table:
    def __init__(self):
        self.rows = {}      # shown -> {key: None}
        self.taken = {}     # key -> shown

    def add(self, shown, keys):
        for k in keys:
            # A key that is not in folded form occurs in no text.
            if key(k.split('=')[0]) != k.split('=')[0] or k.split('=')[0] in own or not re.search('[a-z]', k) or len(k) > 60 or k.split('=')[0] in STOP:
                continue
            if len(k.split('=')[0].replace(' ', '')) < 3:
                continue
            if self.taken.setdefault(k.split('=')[0], shown) == shown:
                self.rows.setdefault(shown, {})[k] = None

    def write(self, name, head):
        """Writes the rows below a comment with their source."""
        path = os.path.join(OUT, name)
        with open(path, 'w') as f:
            for l in textwrap.wrap(f'{head} Made by scripts/names/make.py on {DAY}.', 128):
                f.write(f'# {l}\n')
            f.write('name\tkeys\n')
            for shown in sorted(self.rows):
                f.write(shown + '\t' + '|'.join(self.rows[shown]) + '\n')
        print(name, len(self.rows), sum(map(len, self.rows.values())), os.path.getsize(path))


def known(kind, names):
    """The kind and the name of an entity in this project's own lists; False if it is of another kind there, None if it is unknown."""
    for n in names:
        hit = own.get(key(n))
        if hit:
            return hit if hit[0] == kind else False
    return None


mesh = {}
for l in gzip.open(os.path.join(LISTS, 'mesh_id_label_mappings.tsv.gz'), 'rt'):
    p = (l.rstrip('\n') + '\t\t\t').split('\t')
    mesh[p[0]] = (p[1], [s for s in p[2].split('|') if s], [t for t in p[3].split('|') if t])
trees = {t for _, _, ts in mesh.values() for t in ts}
parents = {t.rsplit('.', 1)[0] for t in trees if '.' in t}


def straight(name):
    """Returns `Diabetes Mellitus, Type 2` in natural word order."""
    parts = name.split(', ')
    return ' '.join(reversed(parts)) if len(parts) < 4 else name


def lowered(name):
    return ' '.join(w if sum(c.isupper() or c.isdigit() for c in w) > 1 or re.match(r"[A-Z][a-z]+('s)?$", w) and i == 0 and re.search('Disease|Syndrome', name) else w[:1].lower() + w[1:] for i, w in enumerate(name.split()))


def symbols(name):
    return name.isupper() and ' ' not in name and len(name) <= 6


def written(k, name):
    """Returns a key, with the exact spelling if the name is a symbol."""
    return f'{k}={name}' if symbols(name) else k


def spellings(symbol):
    """Returns a symbol with and without a hyphen between letters and number: `IL6` and `IL-6`."""
    m = re.fullmatch(r'([A-Z]{2,5})(\d+)([A-Z]?)', symbol)
    return [f'{key(symbol)}={symbol}'] + ([f'{singular(m[1].lower())} {(m[2] + m[3]).lower()}={symbol}'] if m else [])


# 1. Molecules: genes of HGNC, and proteins, enzymes, hormones of MeSH.
table, gene_of = Table(), {}
genes = []
for p in csv.reader(gzip.open(os.path.join(LISTS, 'hgnc_entries.tsv.gz'), 'rt'), delimiter='\t', quoting=csv.QUOTE_NONE):
    if len(p) > 11 and p[3] == 'Approved' and p[11] == 'gene with protein product' and not re.match(r'(C\d+orf|LOC|FAM\d+|TMEM\d+|ZNF\d+|KIAA|OR\d+[A-Z])', p[1]):
        genes.append(p)
seen_alias = collections.Counter(a for p in genes for a in set(re.split(', ', p[4]) + re.split(', ', p[9])) if a)
approved = {p[1] for p in genes}
for p in genes:
    symbol, name = p[1], p[2]
    gene_words = set(words(name))
    hit = own.get(key(symbol)) or own.get(key(name))
    if hit and hit[0] != 'targets':
        continue
    shown = hit[1] if hit else symbol
    keys = []
    if len(symbol) >= 3 and not is_word(symbol) and not is_other_abbreviation(symbol, gene_words):
        keys += spellings(symbol)
    for a in filter(None, p[4].split(', ') + p[9].split(', ')):
        if len(a) < 3 or a in approved or seen_alias[a] > 1 or not plain(a) or is_word(a) or is_other_abbreviation(a, gene_words):
            continue
        digits = any(c.isdigit() for c in a)
        if digits and sum(c.isalpha() for c in a) >= 2 or not digits and len(a) >= 5 and a.isupper():
            keys += spellings(a)
    for n in dict.fromkeys([name, re.sub(r',? (?:member|subunit|type) ', ' ', name)]):
        if len(words(n)) > 1:
            keys.append(key(n))
            gene_of.setdefault(key(n), shown)
    gene_of.setdefault(key(symbol), shown)
    table.add(shown, keys)
for ident, (label, terms, ts) in mesh.items():
    if not any(t.startswith(('D08.811', 'D12.776', 'D12.644', 'D06.472', 'D23.529', 'D23.469.050')) for t in ts):
        continue
    leaf = any(t not in parents for t in ts)
    deep = max(t.count('.') for t in ts)
    names = [label] + terms
    is_class = re.search(r's$', label.split(',')[0]) and not re.search(r'\d|Receptor|Channel|Transporter', label) and not leaf
    if is_class or deep < 3 and not leaf or re.search(r'^(Recombinant|Mutant|Viral|Plant|Fungal|Bacterial|Insect|Vaccin|Antibod|Immunoglobulin|Peptide Fragments)', label):
        continue
    hit = known('targets', names)
    if hit is False:
        continue
    linked = [gene_of[key(n)] for n in names if key(n) in gene_of]
    shown = hit[1] if hit else linked[0] if linked else lowered(straight(label))
    keys = []
    for n in names:
        n = straight(n)
        if not plain(n) or len(n) > 48 or symbols(n) and (is_word(n) or len(n) < 4):
            continue
        k = key(n)
        if len(words(n)) == 1 and lower[k] > 60 and not leaf:
            continue
        keys.append(written(k, n))
    table.add(shown, keys)
molecules = table
molecules.write('molecules.tsv', 'Molecules that are acted on. HGNC (CC0 1.0): genes with a protein product. MeSH (US National Library of '
                'Medicine, free with attribution): proteins, enzymes, hormones.')

# 2. Drugs: the open vocabulary of DrugBank.
table = Table()
for row in csv.DictReader(gzip.open(os.path.join(LISTS, 'drugbank_vocabulary.csv.gz'), 'rt')):
    names = [row['Common name']] + [s.strip() for s in (row['Synonyms'] or '').split(' | ')]
    hit = known('drugs', names)
    if hit is False or any(key(n) in molecules.taken for n in names[:1]):
        continue
    shown = hit[1] if hit else (names[0] if re.search(r'\d|^[A-Z]{2}', names[0]) else names[0].lower())
    keys = []
    for n in names:
        n = plain(n)
        k = key(n)
        if not n or len(n) > 40 or len(k) < 4 or sum(c.isdigit() for c in n) > 4 or re.search(r'[\[\]{}]', n) or symbols(n) and (is_word(n) or len(n) < 5) or k in molecules.taken:
            continue
        if ' ' not in k and (lower[k] > 400 or len(k) < 6 and n != names[0]):
            continue
        keys.append(written(k, n))
    if plain(shown):
        table.add(shown, keys)
drugs = table
drugs.write('drugs.tsv', 'Substances that are given. DrugBank open vocabulary (CC0 1.0).')

# 3. Conditions: MeSH, the Disease Ontology, and their synonyms in Mondo.
table = Table()
doid = json.load(gzip.open(os.path.join(LISTS, 'doid.json.gz'), 'rt'))
mondo = json.load(gzip.open(os.path.join(LISTS, 'mondo.json.gz'), 'rt'))
by_mesh = collections.defaultdict(list)
loose = []
for source in (doid, mondo):
    for x in source:
        ids = [r['id'] for r in x.get('xrefs', []) if r['namespace'] == 'MESH']
        names = [x['name']] + x.get('synonyms', [])
        if ids and ids[0] in mesh:
            by_mesh[ids[0]].append(names)
        elif source is doid:
            loose.append(names)
groups = []
for ident, (label, terms, ts) in mesh.items():
    if any(re.match(r'C(0[1-9]|1\d|2[0-6])\.|F03\.', t) for t in ts):
        groups.append((lowered(straight(label)), [straight(n) for n in [label] + terms] + [n for g in by_mesh.get(ident, []) for n in g]))
for names in loose:
    if not re.search(r'\b(type|susceptibility|autosomal|\d+[A-Z]?)\b', names[0]):
        groups.append((names[0], names))
for shown, names in groups:
    if key(shown) in STOP or re.search(r'^(disease|syndrome|condition|[a-z]+ (diseases|disorders|conditions|syndromes)$)', shown.lower()):
        continue
    hit = known('conditions', names[:1]) or known('conditions', [n for n in names if len(words(n)) > 1] + names)
    if hit is False:
        continue
    if hit:
        shown = hit[1]
    keys = []
    for n in names:
        n = plain(n)
        k = key(n)
        # A short synonym is also another word: `gave`, `pest`.
        if ' ' not in k and len(k) < 6 and k != key(names[0]) and not symbols(n):
            continue
        if not n or len(n) > 50 or ', ' in n or symbols(n) and (len(n) < 4 or is_word(n)) or k in molecules.taken or k in drugs.taken:
            continue
        if k.endswith(' neoplasm'):
            keys += [k[:-8] + 'cancer', k[:-8] + 'tumor', k[:-8] + 'carcinoma'] if ' ' in k else []
        keys.append(written(k, n))
        if k.endswith(' mellitus'):
            keys.append(k[:-9])
    if plain(shown):
        table.add(shown, keys)
conditions = table
conditions.write('conditions.tsv', 'Conditions. MeSH (US National Library of Medicine, free with attribution), Disease Ontology (CC0 1.0), Mondo '
                 '(CC BY 4.0, Monarch Initiative).')

# 4. Processes of the Gene Ontology that texts mention.
table = Table()
for x in json.load(gzip.open(os.path.join(LISTS, 'go.json.gz'), 'rt')):
    name = x['name']
    if x['namespace'] != 'biological_process' or len(name.split()) > 5 or re.search(r'regulation of|symbiont|host|involved in|obsolete|,', name):
        continue
    names = [name] + [s for s in x.get('synonyms', []) if len(s.split()) < 6 and ',' not in s and 'regulation of' not in s]
    keys = [key(n) for n in names if plain(n)]
    for k in list(keys):
        if k.endswith((' biosynthetic process', ' biosynthesis')):
            keys += [k.rsplit(' biosynthe', 1)[0] + e for e in (' synthesis', ' biosynthesis', ' production')]
        if k.endswith(' secretion'):
            keys.append(k[:-10] + ' release')
    single = [k for k in keys if ' ' in k or k.endswith(('genesis', 'lysis', 'ptosis', 'phagy', 'tonia', 'striction', 'dilation', 'migration', 'adhesion'))]
    spoken = [k for k in single if phrases[k] > 1]
    hit = known('processes', names)
    if not spoken or hit is False or any(k in t.taken for t in (molecules, drugs, conditions) for k in spoken):
        continue
    shown = hit[1] if hit else name
    if plain(shown):
        table.add(shown, dict.fromkeys(spoken))
table.write('processes.tsv', 'Processes that abstracts speak of. Gene Ontology (CC BY 4.0).')
