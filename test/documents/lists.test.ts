import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { tables } from '../../src/cli/tableFiles/tables.ts'
import * as layout from '../../src/evm/layout.ts'
import { lightOptionTable } from '../../src/library/lightOptionTable.ts'
import { optionTable } from '../../src/library/optionTable.ts'
import { developmentMethods } from '../../src/rpc/modules/development/developmentMethods.ts'
import { defaultLimits, type ServerLimits } from '../../src/server/settings/serverLimits.ts'
import { repository, textOf } from './documents.ts'

/* Lists of the pages that follow from the code. */

/** The text below a heading, up to the next one. */
const sectionOf = (page: string, heading: string): string =>
  textOf(page).split(`\n${heading}\n`)[1]!.split(/\n#+ /)[0]!

/** Names in code spans of the first column of a table. */
const firstColumn = (section: string): string[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)/g)].map(([, name]) => name!))

const foldersIn = (folder: string): string[] =>
  readdirSync(`${repository}${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

describe('docs/library.md', () => {
  it('has every option of createNode', () => {
    expect(firstColumn(sectionOf('docs/library.md', '## Options')).sort()).toEqual(
      Object.keys(optionTable).sort(),
    )
  })
})

describe('docs/light.md', () => {
  it('has every option of createLightClient', () => {
    const named = firstColumn(sectionOf('docs/light.md', '## In a program'))
    expect(named.sort()).toEqual(Object.keys(lightOptionTable).sort())
  })
})

describe('docs/indexing.md', () => {
  it.each(tables.map((table) => [table.name, table] as const))(
    'has the columns of exported %s in order, amounts with a star',
    (name, table) => {
      const [, listed = ''] =
        new RegExp(`^- \`${name}\`: ([\\s\\S]*?)(?:\n- |\n\n)`, 'm').exec(
          sectionOf('docs/indexing.md', '### Columns'),
        ) ?? []
      const columns = listed.replace(/\([^)]*\)/g, '').split(',')
      const wanted = table.columns.map((column) =>
        column.kind === 'decimal' ? `${column.name}*` : column.name,
      )
      expect(columns.map((column) => column.trim())).toEqual(wanted)
    },
  )
})

describe('docs/peg.md', () => {
  it('has every method of the peg', () => {
    const methods = developmentMethods.map(({ name }) => name).filter((name) => name.startsWith('peg_'))
    expect(firstColumn(sectionOf('docs/peg.md', '## Everything else')).sort()).toEqual(methods.sort())
  })
})

describe('docs/explorer.md', () => {
  it.each(['shared', 'explorer'])('names every folder of web/%s', (part) => {
    const plan = sectionOf('docs/explorer.md', '## Plan of `web/`')
    const named = new Set(Array.from(plan.matchAll(/`(\w+\/\w+)(?:\/NAME)?`/g), ([, path]) => path))
    expect(foldersIn(`web/${part}`).filter((folder) => !named.has(`${part}/${folder}`))).toEqual([])
  })

  it('names the folder of every page', () => {
    const [, row = ''] = /\| `explorer\/pages\/NAME` \|(.*)\|/.exec(textOf('docs/explorer.md')) ?? []
    const named = Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name)
    expect(named.sort()).toEqual(foldersIn('web/explorer/pages').sort())
  })
})

describe('docs/security.md', () => {
  const rows = textOf('docs/security.md').split('| resource | bound |')[1]!.split('\n\n')[0]!.split('\n')
  const limits: Readonly<Record<string, readonly (keyof ServerLimits)[]>> = {
    'time of a call': ['answerTimeoutMs', 'longAnswerTimeoutMs'],
    requests: ['bodyBytes', 'batchItems', 'nestingDepth'],
    'requests being received': ['bufferedBodyBytes'],
    connections: ['connections', 'connectionsPerAddress'],
    WebSockets: ['webSockets', 'webSocketsPerClient', 'callsPerSocket'],
    answers: ['answerBytes'],
    'unread answers': ['unreadAnswerBytes', 'unreadAnswerBytesPerClient', 'readBytesPerSecond'],
    notifications: ['queuedBytesPerSocket'],
    subscriptions: ['subscriptions', 'subscriptionsPerSocket', 'subscriptionsPerClient'],
  }

  it.each(Object.entries(limits))('has the bounds of %s', (resource, names) => {
    const [, , bound = ''] = rows.find((row) => row.startsWith(`| ${resource} |`))?.split('|') ?? []
    for (const name of names) {
      const figure = defaultLimits[name]
      const forms = [`${figure >> 20} MiB`, `${figure >> 10} KiB`, `${figure / 1000} s`]
      const isThere = [figure.toLocaleString('en-US'), ...forms].some((form) => bound.includes(form))
      expect(isThere, `${name} in ${bound}`).toBe(true)
    }
  })
})

describe('docs/evm.md', () => {
  it('draws the regions of linear memory at their addresses', () => {
    const [, drawing = ''] =
      /## Memory map of the core[\s\S]*?```\n([\s\S]*?)```/.exec(textOf('docs/evm.md')) ?? []
    const drawn = [...drawing.matchAll(/^0x(\w{7})/gm)].map(([, digits]) => Number.parseInt(digits!, 16))
    const known = new Set<number>(Object.values(layout))
    expect(drawn.length).toBeGreaterThan(10)
    expect(drawn.filter((address) => !known.has(address))).toEqual([])
  })
})

/** The rows of the table of `npm run bench -- compare` by their names. */
const compared = new Map(
  [...sectionOf('bench/README.md', '## compare').matchAll(/^\| ([a-z][^|]*) \|(.*)\|$/gm)].map(
    ([, name, cells]) => [name!, cells!.split('|').map((cell) => cell.trim())] as const,
  ),
)
const comparedRow = (name: string): readonly string[] => compared.get(name) ?? []
const figureOf = (cell = ''): number => Number(/[\d.,]+/.exec(cell)?.[0].replaceAll(',', ''))

/** By the name of the row: the figures of the reference node and ours, and the ratio to other chains. */
const beside = new Map(
  [
    ...sectionOf('bench/README.md', '## Beside the reference node and anvil').matchAll(
      /^\| ([a-zA-Z][^|]*) \|(.*)\|$/gm,
    ),
  ].map(([, name, cells]) => [name!, cells!.split('|').map((cell) => cell.trim())] as const),
)
const lessIsBetter = /time|memory|start/
/** The ratio of the figures of the reference node and ours. */
function ratioOf(shown: string, [theirs = '', ours = '']: readonly string[]): number | undefined {
  if (theirs === '') return undefined
  const quotient = figureOf(ours) / figureOf(theirs)
  return lessIsBetter.test(shown) ? 1 / quotient : quotient
}

describe('README.md and deploy/README.md', () => {
  it.each([
    ['import of full blocks, by processor time', 'import of 507 full blocks, processor seconds'],
    ['start until the first answer', 'start until the first answer, ms'],
    ['`eth_blockNumber`', 'eth_blockNumber a second'],
    ['`eth_call` of a token', 'eth_call of a token'],
    ['a batch of 50 calls', 'a batch of 50'],
    ['`eth_getLogs` for a rare topic', 'logs: a rare topic'],
    ['send and wait for the receipt', 'send and wait for the receipt'],
  ])('have the measured ratios of %s', (shown, measured) => {
    const row = textOf('README.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${shown} |`))
    const [besideReference = '', besideOthers = ''] = row!
      .split('|')
      .slice(2, 4)
      .map((cell) => cell.trim())
    const figures = beside.get(measured)!
    const ratio = ratioOf(shown, figures)
    expect(besideReference === '', shown).toBe(ratio === undefined)
    if (ratio !== undefined) {
      expect(Math.abs(figureOf(besideReference) / ratio - 1)).toBeLessThan(0.05)
      expect(besideReference.includes('**')).toBe(ratio < 1)
    }
    expect(besideOthers).toBe(figures[2])
    if (besideOthers !== '') expect(besideOthers.includes('**')).toBe(figureOf(besideOthers) < 1)
  })

  it.each([
    ['`eth_blockNumber`', 'eth_blockNumber, a second'],
    ['`eth_getBalance`', 'eth_getBalance, a second'],
    ['`eth_getTransactionReceipt`', 'eth_getTransactionReceipt, a second'],
    ['`eth_call`, a small one', 'eth_call, balanceOf, a second'],
    ['`eth_getBlockByNumber`, 50 transactions', 'eth_getBlockByNumber, 50 transactions, a second'],
    ['`eth_getLogs`, a rare topic', 'eth_getLogs, a rare topic, a second'],
  ])('have the measured rate of %s', (shown, measured) => {
    const settled = comparedRow(measured)[2]!.split(' / ')[1]
    expect(textOf('deploy/README.md')).toContain(`| ${shown} | ${settled} |`)
  })
})

describe('README.md', () => {
  it('has the number of recorded chains', () => {
    const chains = readdirSync(`${repository}test/fixtures/chains`).filter((file) =>
      /^[\w-]+\.jsonl\.gz$/.test(file),
    )
    const numbers = ['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
    expect(textOf('README.md')).toContain(`of ${numbers[chains.length - 7]} recorded chains`)
  })

  it('has the number of recorded chains that cross every upgrade', () => {
    const folder = `${repository}test/fixtures/chains/`
    const crossing = readdirSync(folder)
      .filter((file) => file.endsWith('.activations.json'))
      .filter((file) => {
        const { upgrades } = JSON.parse(readFileSync(`${folder}${file}`, 'utf8'))
        const blocks = gunzipSync(readFileSync(`${folder}${file.replace('.activations.json', '.jsonl.gz')}`))
        const { number } = JSON.parse(blocks.toString().trimEnd().split('\n').at(-1)!)
        return Object.values<number>(upgrades).every((height) => height > 0 && height <= number)
      })
    expect(crossing).toHaveLength(2)
    expect(textOf('README.md')).toContain('two of which cross every upgrade')
  })
})
