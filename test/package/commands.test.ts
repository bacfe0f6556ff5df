import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLinesOf, pagesWithCommands, wordsOf } from '../documents/snippets.ts'
import { buildCambium, removeBuild, startCambium } from '../processes/cliProcess.ts'
import { type StartedNode, startCommand, stop } from '../processes/nodeProcess.ts'
import { makeData, shortChain } from '../processes/shortChain.ts'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'

/* Runs the command lines of the pages, page by page and in order, each page in a folder of its own. */

/** Replaces what a page assumes but a machine without root, network and other servers lacks. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\/var\/lib\/cambium/g, 'lib'],
  [/--host 10\.0\.0\.1/g, '--host 127.0.0.1'],
  [/--(admin-)?port \d+/g, '--$1port 0'],
  [/--fork-block \d+/g, '--fork-block 0'],
  [/--network NAME/g, '--network regtest'],
]

/** Peers of public networks are not contacted. */
const environment = {
  CAMBIUM_PORT: '0',
  CAMBIUM_NETWORKS_MAINNET_PEERS_ENABLED: 'false',
  CAMBIUM_NETWORKS_TESTNET_PEERS_ENABLED: 'false',
}

/** Lines that need a Redis with TLS (npm run test:fleet starts such processes) or a chain with a peg (test/peg/whole). */
const testedElsewhere = /--shared rediss:|^cambium peg /

let origin: StartedNode
const folders: TemporaryFolder[] = []
const started: StartedNode[] = []

beforeAll(async () => {
  buildCambium()
  origin = await startCommand('dev', ['--port', '0'])
})
afterAll(async () => {
  for (const { running } of [origin, ...started]) await stop(running)
  for (const folder of folders) folder.remove()
  removeBuild()
})

/** A folder with the files that the pages name. */
function folderFor(page: string): TemporaryFolder {
  const folder = new TemporaryFolder()
  folders.push(folder)
  folder.write('secret', `${'s'.repeat(43)}\n`)
  folder.writeLines('blocks.jsonl', shortChain)
  if (page === 'docs/releasing.md') makeData(folder.at('OLD'))
  if (page === 'docs/indexing.md') makeData(folder.at('lib'))
  return folder
}

function prepared(line: string): string[] {
  const { url } = origin.announced.networks[0]!
  const replaced = replacements.reduce((text, [pattern, by]) => text.replace(pattern, by), line)
  return wordsOf(
    replaced
      .replace(/--fork (testnet|https:\S+)/, `--fork ${url}`)
      // Mainnet has no endpoint here.
      .replace(/^cambium light\b( --network \w+)?/, 'cambium light --network regtest --port 0')
      .replace(/--rpc \S+/, `--rpc ${url}`),
  ).slice(1)
}

async function serve([command, ...options]: readonly string[], workingFolder: string): Promise<StartedNode> {
  const served = command === 'dev' || command === 'light' ? command : 'node'
  const node = await startCommand(served, options, { environment, workingFolder })
  started.push(node)
  return node
}

const commandsOf = (page: string): string[] =>
  commandLinesOf(page).filter((line) => line.startsWith('cambium ') && !testedElsewhere.test(line))

describe('the commands', () => {
  it.each(pagesWithCommands.filter((page) => commandsOf(page).length > 0))('of %s run', async (page) => {
    const folder = folderFor(page)
    for (const line of commandsOf(page)) {
      const words = prepared(line)
      if (/^cambium (dev|node|light)\b/.test(line)) {
        await serve(words, folder.path)
        // A reader needs the node that writes its folder; other commands need exclusive access to the folder.
        if (page !== 'docs/fleet.md') await stop(started.pop()!.running)
      } else {
        const { exitCode, notes } = await startCambium(words, { environment, workingFolder: folder.path })
          .ended
        expect(exitCode, `${line}\n${notes}`).toBe(0)
      }
    }
  })
})

const shell = (line: string, variables: Readonly<Record<string, string>> = {}): string =>
  execFileSync('bash', ['-c', line], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const requestsOf = (page: string): string[] => commandLinesOf(page).filter((line) => line.startsWith('curl '))

describe('the requests', () => {
  it('of README.md are answered', () => {
    const { url } = origin.announced.networks[0]!
    const [line] = requestsOf('README.md')
    expect(shell(line!.replace('http://127.0.0.1:4444', url))).toContain('"result":"0x0"')
  })

  it('of docs/admin.md are answered', async () => {
    const token = 'a-token-of-this-test'
    const words = ['--network', 'regtest', '--data', 'chains', '--access', 'keys', '--admin-port', '0']
    const node = await serve(['node', ...words, '--admin-token', token], folderFor('docs/admin.md').path)
    const admin = new URL(node.announced.metrics[0]!).origin
    expect(requestsOf('docs/admin.md').length).toBeGreaterThan(2)
    for (const line of requestsOf('docs/admin.md')) {
      const here = line
        .replace('http://127.0.0.1:9100', admin)
        .replace(/> \S+$/, '')
        .replace('curl', 'curl --fail')
      expect(shell(here, { TOKEN: token }), line).not.toBe('')
    }
  })
})
