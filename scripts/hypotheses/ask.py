#!/usr/bin/env python3
"""ask.py --bin REFEREE --records FILE… [--questions FILE] [--hops]: asks `referee hypothesize` each question over a
library of the records (any format that `referee library import` reads; .gz is unpacked).

Prints how many questions have a chain, a step in between, and a chain whose steps are all stated, and the processor
time of all questions with the start of the program. With --hops also each different stated or estimated step with two
of its quotations, to be read."""
import argparse
import gzip
import json
import os
import resource
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--records', nargs='+', required=True)
    parser.add_argument('--questions', nargs='+', default=[os.path.join(HERE, 'questions.txt')])
    parser.add_argument('--hops', action='store_true')
    given = parser.parse_args()
    program = os.path.abspath(given.bin)
    questions = [line.strip() for path in given.questions for line in open(path)]
    questions = [line for line in questions if line and not line.startswith('#')]
    with tempfile.TemporaryDirectory() as folder:
        environment = {'HOME': folder, 'PATH': os.environ['PATH']}
        library = os.path.join(folder, 'library')
        files = []
        for path in given.records:
            if path.endswith('.gz'):
                unpacked = os.path.join(folder, os.path.basename(path)[:-3])
                with gzip.open(path) as packed, open(unpacked, 'wb') as out:
                    out.write(packed.read())
                path = unpacked
            files.append(os.path.abspath(path))
        subprocess.run([program, 'library', 'import', '--library', library, *files], env=environment, check=True)
        answers = {}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for question in questions:
            # A folder for each question: evidence is kept, and must not help the next one.
            with tempfile.TemporaryDirectory(dir=folder) as own:
                command = [program, 'hypothesize', question, '--offline', '--library', library]
                command += ['--format', 'json', '--path', own]
                run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=own)
            answers[question] = json.loads(run.stdout)['assessment']['hypotheses'] if run.stdout else []
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    steps = {}
    for question, chains in answers.items():
        if given.hops:
            print(question)
        for chain in chains:
            if given.hops:
                print('   ', chain['tier'], '; '.join(f"{h['from']} -{h['sign']}-> {h['to']}" for h in chain['hops']))
            for hop in chain['hops']:
                if hop['tier'] == 'stated' or hop.get('estimated'):
                    steps.setdefault((hop['from'], hop['sign'], hop['to'], bool(hop.get('estimated'))), hop)
    if given.hops:
        for (start, sign, end, estimated), hop in steps.items():
            print(f"{start} -{sign}{' (estimated)' if estimated else ''}-> {end}")
            for quote in hop['supporting'][:2]:
                print('    +', quote['text'])
            for quote in hop['contradicting'][:1]:
                print('    -', quote['text'])
    found = answers.values()
    print(
        f"{len(answers)} questions: chain {sum(map(bool, found))}, "
        f"a step between {sum(any(len(chain['hops']) > 1 for chain in one) for one in found)}, "
        f"all stated {sum(any(chain['tier'] == 'stated' for chain in one) for one in found)}, "
        f"{len(steps)} different stated or estimated steps, {seconds:.2f} s of processor"
    )


if __name__ == '__main__':
    main()
