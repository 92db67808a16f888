#!/usr/bin/env python3
"""Measures `referee hypothesize --online` against curated mechanisms, with a simulated web.

  online.py --bin REFEREE --pairs pairs.jsonl --abstracts abstracts.nbib.gz --sim scholar_sim.py [--list] [--off SERVICE]

The abstracts are served as PubMed's records, and as PubTator3's texts. The names in them are marked with the lists of
this project (server/research/vocabulary, server/knowledge/data/names): chemicals, genes by the symbol of HGNC,
diseases. Two names in one sentence are related; a fifth of the relations is left out, some that no single sentence
states are added, some names have no accession, and some texts differ from PubMed's, as in life. The library of every
question is empty. The simulation has no Open Targets, so that source is switched off.

PubMed's own search finds nothing here, so that only what PubTator3 points to is read: among so few abstracts it would find
them all, which it does not in life. With --search it is asked as well.

Prints how many questions have a chain, one with something of the curated path between its ends, and that among the
first three, and how many requests a question sends to PubTator3."""
import argparse, gzip, http.server, json, os, random, re, shutil, subprocess, sys, tempfile, threading, unicodedata, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def folded(text):
    return ' '.join(re.findall(r'[^\W_]+', unicodedata.normalize('NFKC', text.lower())))


def rows(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as lines:
        return [line.rstrip('\n') for line in lines if line.strip() and not line.startswith('#')]


def names():
    """{folded name: (kind, identifier, shown name)}, and the symbols, which must be written exactly."""
    out, symbols = {}, {}
    proteins = {row.split('\t')[0] for row in rows('server/knowledge/data/names/molecules.tsv')[1:]}
    own_table = lambda one: one[0] in proteins
    for group, own, table in (('Gene', 'targets', 'molecules'), ('Chemical', 'drugs', 'drugs'), ('Disease', 'conditions', 'conditions')):
        listed = [[part.strip() for part in row.split('|')] for row in rows(f'server/research/vocabulary/{own}.txt')]
        listed += [[row.split('\t')[0]] + row.split('\t')[1].split('|') for row in rows(f'server/knowledge/data/names/{table}.tsv')[1:] if '\t' in row]
        for one in listed:
            # A molecule without a symbol (serotonin, cholesterol) is a chemical for PubTator3.
            is_gene = any(re.fullmatch(r'[A-Z][A-Z0-9]*[A-Z0-9][A-Z0-9-]*', n) for n in one) or 'receptor' in one[0]
            kind = group if group != 'Gene' or is_gene or own_table(one) else 'Chemical'
            known = next((out[folded(n)] for n in one if folded(n) in out and out[folded(n)][0] == kind), None)
            shown = one[0]
            if kind == 'Gene':
                shown = next((n for n in one if re.fullmatch(r'[A-Z][A-Z0-9]{1,9}', n)), one[0])
            entity = known or (kind, f'{kind}:{shown}', shown)
            for name in one:
                if len(folded(name)) > 2 and not (kind == 'Gene' and re.fullmatch(r'[A-Za-z0-9-]{2,6}', name) and name == name.lower()):
                    out.setdefault(folded(name), entity)
                if kind == 'Gene' and re.fullmatch(r'[A-Z][A-Za-z0-9-]{1,9}', name):
                    symbols.setdefault(name, entity)
    return out, symbols


def molecule_names():
    """The sets of names that mean one molecule, folded."""
    listed = [row.split('|') for row in rows('server/research/vocabulary/targets.txt')]
    listed += [[row.split('\t')[0]] + row.split('\t')[1].split('|') for row in rows('server/knowledge/data/names/molecules.tsv')[1:] if '\t' in row]
    return [{folded(name) for name in one if len(folded(name)) > 2} for one in listed]


def marks(text, known, symbols):
    """Marks of the longest names, as (start, end, entity), in characters."""
    words = [(m.start(), m.end()) for m in re.finditer(r'[^\W_]+', text)]
    found, at = [], 0
    while at < len(words):
        for length in range(min(7, len(words) - at), 0, -1):
            start, end = words[at][0], words[at + length - 1][1]
            said = text[start:end]
            entity = symbols.get(said) or known.get(folded(said)) or known.get(folded(said).rstrip('s'))
            if entity and length == 1 and len(said) < 5 and said not in symbols:
                entity = None
            if entity:
                found.append((start, end, entity))
                at += length
                break
        else:
            at += 1
    return found


def records(path):
    with gzip.open(path, 'rt', encoding='utf-8') as lines:
        text = lines.read()
    for block in text.split('\n\n'):
        fields, last = {}, None
        for line in block.splitlines():
            if line[:4].strip():
                last = line[:4].strip()
                fields.setdefault(last, []).append(line[6:])
            elif last:
                fields[last][-1] += ' ' + line.strip()
        if 'PMID' in fields and 'TI' in fields:
            yield fields


def write(folder, abstracts):
    chance = random.Random(1)
    known, symbols = names()
    with open(os.path.join(folder, 'records.jsonl'), 'w') as out, open(os.path.join(folder, 'pubtator.jsonl'), 'w') as marked:
        for fields in records(abstracts):
            pmid, title, abstract = fields['PMID'][0], fields['TI'][0], ' '.join(fields.get('AB', []))
            family = [{'family': name.rsplit(' ', 1)[0], 'given': name.rsplit(' ', 1)[-1]} for name in fields.get('AU', [])]
            year = int((re.search(r'\d{4}', fields.get('DP', ['2010'])[0]) or ['2010'])[0])
            out.write(json.dumps({'pmid': pmid, 'title': title.rstrip('.'), 'abstract': abstract, 'authors': family, 'journal': fields.get('JT', ['Journal'])[0], 'year': year, 'pubtypes': fields.get('PT', []), 'type': 'journal-article', 'sources': ['pubmed']}) + '\n')
            text = abstract if chance.random() > 0.03 else unicodedata.normalize('NFKD', abstract.replace('%', ' percent'))
            passages, offset, annotations, relations = [], 0, [], set()
            for kind, said in (('title', title), ('abstract', text)):
                passages.append({'type': kind, 'text': said, 'offset': offset})
                here = marks(said, known, symbols)
                for start, end, (type_, identifier, name) in here:
                    annotations.append({'offset': offset + start, 'length': end - start, 'text': said[start:end], 'type': type_, 'identifier': '-' if chance.random() < 0.03 else identifier, 'name': name})
                for sentence in re.finditer(r'[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?', said):
                    inside = {e for s, t, e in here if s >= sentence.start() and t <= sentence.end()}
                    for a in inside:
                        for b in inside:
                            if a[1] < b[1] and (a[0] != b[0] or a[0] == 'Gene') and chance.random() < 0.8:
                                relations.add((a[1], b[1]))
                offset += len(said) + 1
            ids = sorted({a['identifier'] for a in annotations if a['identifier'] != '-'})
            if len(ids) > 1 and chance.random() < 0.15:
                relations.add(tuple(sorted(chance.sample(ids, 2))))
            marked.write(json.dumps({'pmid': pmid, 'passages': passages, 'annotations': annotations, 'relations': [{'type': chance.choice(['Association', 'Positive_Correlation', 'Negative_Correlation']), 'e1': a, 'e2': b} for a, b in sorted(relations)]}) + '\n')


def without_search(eutils):
    """The address of a relay to the E-utilities that finds nothing; records by number come through."""
    class Relay(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get('Content-Length') or 0))
            if 'esearch' in self.path:
                kind, answer = 'application/json', json.dumps({'header': {'type': 'esearch'}, 'esearchresult': {'count': '0', 'retmax': '0', 'retstart': '0', 'idlist': []}}).encode()
            else:
                asked = urllib.request.Request(eutils + self.path, data=body or None, headers={'Content-Type': self.headers.get('Content-Type') or 'text/plain'})
                with urllib.request.urlopen(asked) as came:
                    kind, answer = came.headers.get('Content-Type'), came.read()
            self.send_response(200)
            self.send_header('Content-Type', kind)
            self.send_header('Content-Length', str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Relay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f'http://127.0.0.1:{server.server_port}'


def same(one, wanted):
    one = folded(one)
    return one in wanted or any(len(n) > 7 and (f' {n} ' in f' {one} ' or len(one) > 7 and f' {one} ' in f' {n} ') for n in wanted)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('--bin', '--pairs', '--abstracts', '--sim'):
        p.add_argument(name, required=True)
    p.add_argument('--list', action='store_true'); p.add_argument('--off', action='append', default=[]); p.add_argument('--only')
    p.add_argument('--search', action='store_true'); p.add_argument('--keep')
    a = p.parse_args()
    folder = a.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(os.path.join(folder, 'pubtator.jsonl')):
        write(folder, a.abstracts)
    log = os.path.join(folder, 'log.jsonl')
    sim = subprocess.Popen([sys.executable, a.sim, '--records', os.path.join(folder, 'records.jsonl'), '--pubtator', os.path.join(folder, 'pubtator.jsonl'), '--port', '0', '--rate-limits', 'on', '--log', log], stdout=subprocess.PIPE, text=True)
    base = sim.stdout.readline().split()[-1]
    env = {k: v for k, v in os.environ.items() if not k.startswith(('XDG_', 'REFEREE_'))}
    env['HOME'] = folder
    for service, path in (('pubmed', 'eutils'), ('pubtator', 'pubtator'), ('europepmc', 'europepmc'), ('openalex', 'openalex'), ('crossref', 'crossref'), ('clinicaltrials', 'clinicaltrials')):
        env[f'REFEREE_SOURCES__{service.upper()}__BASE_URL'] = f'{base}/{path}'
    if not a.search:
        env['REFEREE_SOURCES__PUBMED__BASE_URL'] = without_search(f'{base}/eutils')
    for service in ['opentargets', 'doi', 'datacite', 'semanticscholar', 'arxiv', 'idconv', 'openlibrary', 'softwareheritage', 'internetarchive', 'dblp', 'openreview', 'cran', 'pypi', 'github', *a.off]:
        env[f'REFEREE_SOURCES__{service.upper()}__ENABLED'] = 'false'
    count = dict(any=0, curated=0, first3=0, listed3=0)
    groups = molecule_names()
    pairs = [json.loads(line) for line in open(a.pairs)]
    pairs = [x for x in pairs if not a.only or a.only.lower() in x['question'].lower()]
    try:
        for x in pairs:
            work = tempfile.mkdtemp(dir=folder)
            said = subprocess.run([os.path.abspath(a.bin), 'hypothesize', x['question'], '--online', '--format', 'json', '--path', work, '--library', os.path.join(work, 'none')], capture_output=True, text=True, env=env, cwd=work)
            try:
                answer = json.loads(said.stdout)['assessment']
            except ValueError:
                print(x['question'], said.stderr[-300:]); continue
            wanted = {folded(n) for n in x['molecules'] + x['human_targets'] if len(folded(n)) > 1}
            listed = set(wanted)
            # A molecule is found under every name that the lists of this project have for it: TLR9, GSK-3beta.
            for group in groups:
                if group & wanted:
                    listed |= group
            hits = [i for i, h in enumerate(answer['hypotheses']) if any(same(hop['to'], listed) for hop in h['hops'][:-1])]
            strict = [i for i, h in enumerate(answer['hypotheses']) if any(same(hop['to'], wanted) for hop in h['hops'][:-1])]
            count['listed3'] += bool(strict) and strict[0] < 3
            count['any'] += bool(answer['hypotheses']); count['curated'] += bool(hits); count['first3'] += bool(hits) and hits[0] < 3
            if a.list:
                print(x['id'], x['question'], '| curated', hits[0] + 1 if hits else 'no', '|', json.dumps(answer.get('leads')))
                for h in answer['hypotheses'][:7]:
                    print('     ', h.get('tier'), ' ; '.join(f"{q['from']} -{q['sign']}-> {q['to']} ({len(q['supporting'])})" for q in h['hops']))
                for gap in answer['knowledge_gaps']:
                    if 'PubTator' in gap or 'Open Targets' in gap or 'PubMed' in gap:
                        print('      gap:', gap)
    finally:
        sim.terminate(); sim.wait()
    asked = [json.loads(line) for line in open(log)]
    asked = [line for line in asked if line.get('service') == 'pubtator']
    print(f"{len(pairs)} questions: any {count['any']}, curated {count['curated']}, first3 {count['first3']} ({count['listed3']} by the curated names alone); PubTator3 {len(asked) / max(1, len(pairs)):.1f} requests a question, {sum(line['status'] == 429 for line in asked)} refused as too many")
    if not a.keep:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == '__main__':
    main()
