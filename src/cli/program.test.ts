import { describe, expect, it } from 'vitest'
import type { EnvironmentVariables } from './commandLine/command.ts'
import { runProgram } from './program.ts'

/** Runs a command line and collects its output. */
const run = (...words: readonly string[]) => runWith({}, ...words)

async function runWith(environment: EnvironmentVariables, ...words: readonly string[]) {
  const printed: string[] = []
  const notes: string[] = []
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void notes.push(line),
    status: undefined,
  }
  const exitCode = await runProgram(words, { version: '1.2.3', environment, terminal })
  return { exitCode, printed: printed.join('\n'), notes: notes.join('\n') }
}

describe('a command line', () => {
  it.each([
    ['an unknown command', ['imprt'], 'unknown command imprt; did you mean import?'],
    ['a command by another name', ['repair'], 'unknown command repair; did you mean verify?'],
    ['a command without a similar one', ['frobnicate'], 'unknown command frobnicate\n'],
    ['an unknown option', ['--versoin'], 'unknown option --versoin; did you mean --version?'],
    [
      'an unknown network',
      ['import', 'a', '--network', 'testent'],
      'unknown network testent; did you mean testnet?',
    ],
    ['an option without its value', ['import', 'a', '--data'], '--data needs a value: --data DIR'],
    ['an option in place of a value', ['import', 'a', '--data', '--help'], '--data needs a value'],
    ['a switch with a value', ['inspect', 'block', '1', '--json=yes'], '--json takes no value'],
    ['an option that is given twice', ['import', 'a', '--data', 'b', '--data', 'c'], '--data is given twice'],
    ['an import without a file', ['import'], 'import needs at least one FILE'],
    ['an export without a folder', ['export', 'a'], '--data DIR is missing'],
    ['tables without a folder', ['export', '--table', 'logs'], '--out DIR is missing: which folder'],
    ['a file and a folder', ['export', 'a', '--out', 'b'], 'blocks to a or tables to --out b: give one'],
    [
      'an unknown table',
      ['export', '--out', 'a', '--table', 'blocks,lgos'],
      'unknown table "lgos"; did you mean logs? (known: blocks, transactions, receipts, logs, traces)',
    ],
    [
      'an unknown format',
      ['export', '--out', 'a', '--format', 'parqet'],
      'unknown format "parqet"; did you mean parquet? (known: parquet, csv, jsonl)',
    ],
    [
      'files of no blocks',
      ['export', '--out', 'a', '--chunk', '0'],
      '--chunk 0 is not a number of blocks from 1 to 1,000,000',
    ],
    ['an export to two files', ['export', 'a', 'b', '--data', '.'], 'export needs one FILE, or --out DIR'],
    [
      'an invalid block number',
      ['export', 'a', '--from', '1e3', '--data', '.'],
      '--from 1e3 is not a block number',
    ],
    ['a peg of no URL', ['peg', 'status', '--url', 'localhost'], '--url localhost is not an HTTP URL'],
    ['a fork of no URL', ['dev', '--fork', 'key-1234'], '--fork is not mainnet, testnet or an HTTP URL'],
    [
      'an unknown kind of object',
      ['inspect', 'blok', '1'],
      'inspect does not know blok; did you mean block?',
    ],
    ['a property of the prototype', ['inspect', 'constructor', '1'], 'inspect does not know constructor'],
    ['an inspection without an id', ['inspect', 'tx'], 'inspect tx needs one ID'],
    ['an invalid address', ['inspect', 'account', '0x12', '--data', '.'], '0x12 is not an address'],
    [
      'a block for a transaction',
      ['inspect', 'tx', '0x', '--block', '1'],
      '--block applies to accounts only',
    ],
    [
      'a group without its command',
      ['keys'],
      'cambium keys needs a command: create, list, limit, usage, revoke or rotate',
    ],
    ['an unknown command of a group', ['keys', 'rotat'], 'unknown command keys rotat; did you mean rotate?'],
    ['an unknown group', ['kyes', 'list'], 'unknown command kyes; did you mean keys?'],
    ['a key without a label', ['keys', 'create', '--data', '.'], '--label TEXT is missing'],
    [
      'keys without a folder',
      ['keys', 'list'],
      'Name their folder with --data DIR, or the shared state with --shared URL',
    ],
    ['a key without an id', ['keys', 'revoke', '--data', '.'], 'the ID of a key is missing'],
    ['an invalid grace period', ['keys', 'rotate', 'a', '--grace', 'long'], '--grace long is not a span'],
    ['an operand for the node', ['node', 'regtest'], 'unexpected operand regtest'],
    ['a port out of range', ['--port', '70000'], '--port is 70000, not a whole number from 0 to 65535'],
    ['an invalid value of a switch', ['--peers=maybe'], '--peers is "maybe", neither true nor false'],
    ['an unknown setting', ['--limits.batch-itms', '3'], 'did you mean --limits.batch-items?'],
    ['two files to check', ['config', 'check', 'a', '--config', 'b'], 'FILE and --config are both given'],
    [
      'upgrade heights for a public network',
      ['import', 'a', '--network', 'testnet', '--upgrade', 'iris300=5'],
      '--upgrade applies to the local chain (regtest) only, not to testnet',
    ],
    [
      'upgrade heights without a local chain',
      ['--network', 'testnet', '--upgrade', 'iris300=5'],
      'upgrade heights are set, but the local chain is not served',
    ],
    [
      'a missing file of upgrade heights',
      ['import', 'a', '--upgrades', 'no.json'],
      'no.json cannot be read: it does not exist in',
    ],
    [
      'an unknown upgrade',
      ['export', 'a', '--data', 'b', '--upgrade', 'iris=5'],
      'upgrade iris: unknown upgrade; there are bahamas,',
    ],
    [
      'a negative upgrade height',
      ['inspect', 'rules', '--upgrade', 'iris300=-5'],
      'upgrade iris300: -5 is not a height',
    ],
    [
      'an upgrade without a height',
      ['--upgrade', 'iris300'],
      '--upgrade is "iris300": not an upgrade or rule and its height, such as iris300=150',
    ],
    ['an ID for rules', ['inspect', 'rules', '1'], 'inspect rules takes no ID'],
    ['a height for a block', ['inspect', 'block', '1', '--at', '1'], '--at applies to rules only'],
    ['an invalid height', ['inspect', 'rules', '--at', 'now'], '--at now is not a block number'],
    ['too small an amount of memory', ['import', 'a', '--memory', '99M'], '--memory must be at least'],
    [
      'no amount of memory',
      ['import', 'a', '--memory', '2T'],
      '--memory 2T is not an amount of MiB such as 1024',
    ],
    ['a history of no blocks', ['import', 'a', '--history', '0'], '--history 0 is not "archive" or a number'],
    ['pruning without a history', ['prune', '--data', '.'], 'prune needs --history NUMBER'],
    [
      'pruning of nothing',
      ['prune', '--data', '.', '--history', 'archive'],
      '--history archive is not a number',
    ],
    [
      'a missing file',
      ['config', 'check', 'no.toml'],
      /no\.toml cannot be read: it does not exist in \/.*; cambium config print shows what a file may have/,
    ],
  ])('with %s is rejected', async (_, words, message) => {
    const { exitCode, printed, notes } = await run(...words)
    expect({ exitCode, printed }).toEqual({ exitCode: 2, printed: '' })
    expect(notes).toMatch(message)
  })

  it.each([
    [['--port', '70000'], 'cambium node --help explains its options'],
    [['import'], 'cambium import --help explains its options'],
    [['keys', 'create', '--data', '.'], 'cambium keys create --help explains its options'],
    [['imprt'], 'cambium --help shows the commands'],
  ])('that is rejected (%s) names the help of its command', async (words, hint) => {
    expect((await run(...words)).notes.split('\n').at(-1)).toBe(hint)
  })

  it('that names a missing file fails before it opens a chain', async () => {
    const { exitCode, printed, notes } = await run('import', 'no-such-file.jsonl')
    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' })
    expect(notes).toMatch(/^cambium: no-such-file.jsonl cannot be read: ENOENT/)
  })

  it.each([
    ['.', /\. is a folder, and import reads files: .* cambium import DIR\/\*\.blocks\.br/],
    [
      'https://node.example/blocks/',
      /is an address, and import reads files: .* \| cambium import \/dev\/stdin/,
    ],
  ])('that imports %s names what to use instead', async (operand, problem) => {
    const { exitCode, printed, notes } = await run('import', operand)
    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' })
    expect(notes).toMatch(problem)
  })

  it('takes upgrade heights from the environment, for the local chain only', async () => {
    const environment = { CAMBIUM_UPGRADE: 'iris300=150,hop400=151' }
    const local = await runWith(environment, 'inspect', 'rules')
    expect(local.printed).toMatch(/^ {2}iris300 +150\n {2}hop400 +151$/m)
    const flag = await runWith(environment, 'inspect', 'rules', '--upgrade', 'iris300=7')
    expect(flag.printed).toMatch(/^ {2}iris300 +7\n {2}hop400 +0$/m)
    const testnet = await runWith(environment, 'inspect', 'rules', '--network', 'testnet')
    expect(testnet.printed).toMatch(/^ {2}iris300 +2060500$/m)
  })

  it('refuses to serve a chain whose state could not be written at the end', async () => {
    const { exitCode, notes } = await run('dev', '--port', '0', '--state', '/no/such/folder/chain.json')
    expect(exitCode).toBe(1)
    expect(notes).toContain(
      '/no/such/folder/chain.json cannot be written at the end: its folder does not exist',
    )
  })

  it.each([['--version'], ['-v']])('with %s prints the version', async (option) => {
    expect(await run(option)).toEqual({ exitCode: 0, printed: '1.2.3', notes: '' })
  })

  it.each([
    [['--help'], 'Usage: cambium [COMMAND]'],
    [['help'], 'Usage: cambium [COMMAND]'],
    [['help', 'import'], 'Usage: cambium import FILE… [OPTIONS]'],
    [['keys', '--help'], 'Usage: cambium keys COMMAND [OPTIONS]'],
    [['help', 'keys'], 'Usage: cambium keys COMMAND [OPTIONS]'],
    [['help', 'keys', 'rotate'], 'Usage: cambium keys rotate ID [OPTIONS]'],
    [['keys', 'create', '--help'], 'Usage: cambium keys create [OPTIONS]'],
    [['node', '--help'], '--allow-anonymous'],
    [['node', '--help'], '--upgrade iris300=150'],
    [['--help'], '\nConfiguration:\n  config check '],
    [['dev', '--help'], '\nMining:\n  -b, --block-time SECONDS '],
    [['dev', '--help'], '  Mine a block at this interval instead of one per transaction\n'],
    [['export', '--help'], '\nOptions:\n  --network NAME '],
    [['inspect', '-h'], 'Usage: cambium inspect block|tx|account|rules [ID] [OPTIONS]'],
  ])('of %s shows the help', async (words, usage) => {
    const { exitCode, printed } = await run(...words)
    expect(exitCode).toBe(0)
    expect(printed).toContain(usage)
  })
})
