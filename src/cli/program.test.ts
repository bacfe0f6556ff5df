import { describe, expect, it } from 'vitest'
import { runProgram } from './program.ts'

/** Runs a command line and gathers what it writes. */
async function run(...words: readonly string[]) {
  const printed: string[] = []
  const notes: string[] = []
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void notes.push(line),
    status: undefined,
  }
  const exitCode = await runProgram(words, '1.2.3', terminal)
  return { exitCode, printed: printed.join('\n'), notes: notes.join('\n') }
}

describe('a command line', () => {
  it.each([
    ['an unknown command', ['imprt'], 'unknown command imprt; did you mean import?'],
    ['a command that resembles nothing', ['frobnicate'], 'unknown command frobnicate\n'],
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
    ['an import of nothing', ['import'], 'which FILE shall be imported?'],
    ['an export without a folder', ['export', 'a'], '--data DIR is missing'],
    ['an export to two files', ['export', 'a', 'b', '--data', '.'], 'one FILE to write to is needed'],
    [
      'a block number that is none',
      ['export', 'a', '--from', '1e3', '--data', '.'],
      '--from 1e3 is not a block number',
    ],
    [
      'a thing that cannot be inspected',
      ['inspect', 'blok', '1'],
      'blok cannot be inspected; did you mean block?',
    ],
    ['a thing from the prototype', ['inspect', 'constructor', '1'], 'constructor cannot be inspected'],
    ['an inspection of nothing', ['inspect', 'tx'], 'inspect tx needs one ID'],
    ['an address that is none', ['inspect', 'account', '0x12', '--data', '.'], '0x12 is not an address'],
    ['a block for a transaction', ['inspect', 'tx', '0x', '--block', '1'], '--block is for accounts only'],
  ])('with %s is refused', async (_, words, message) => {
    const { exitCode, printed, notes } = await run(...words)
    expect({ exitCode, printed }).toEqual({ exitCode: 2, printed: '' })
    expect(notes).toMatch(message)
  })

  it('that names a file that is not there fails before anything is done', async () => {
    const { exitCode, printed, notes } = await run('import', 'no-such-file.jsonl')
    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' })
    expect(notes).toMatch(/^cambium: no-such-file.jsonl cannot be read: ENOENT/)
  })

  it.each([['--version'], ['-v']])('with %s prints the version', async (option) => {
    expect(await run(option)).toEqual({ exitCode: 0, printed: '1.2.3', notes: '' })
  })

  it.each([
    [['--help'], 'Usage: cambium [COMMAND]'],
    [['help'], 'Usage: cambium [COMMAND]'],
    [['help', 'import'], 'Usage: cambium import FILE… [OPTIONS]'],
    [['inspect', '-h'], 'Usage: cambium inspect block|tx|account ID [OPTIONS]'],
  ])('of %s shows the help', async (words, usage) => {
    const { exitCode, printed } = await run(...words)
    expect(exitCode).toBe(0)
    expect(printed).toContain(usage)
  })
})
