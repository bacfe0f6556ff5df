import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { openChainOver, openFolder } from './chainFolder.ts'
import { cambium, type Ended, type RunOptions, startCambium } from './cliProcess.ts'
import { makeData, recordingPath, shortChain, shortHead } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

/* Files and folders that an import rejects. The tests share the bundle of cli.test.ts. */

const startBlocks = 5
/** User id without rights, in place of the superuser, who may write everywhere. */
const unprivilegedUser = 65534
const isSuperuser = process.geteuid?.() === 0

let folder: TemporaryFolder

const startData = (): string => makeData(folder.at('data'), shortChain.slice(0, startBlocks))

/** Imports the whole short chain on top of what a failed import left; returns the hash of the head. */
function finishChain(): string {
  makeData(folder.at('data'))
  return headOf(folder.at('data')).hash
}

function headOf(data: string): { number: number; hash: string } {
  const store = openFolder(join(data, 'regtest'), true)
  const { number, hash } = openChainOver(store).head
  store.close()
  return { number, hash: toHex(hash) }
}

const importInto = (data: string, file: string, options?: RunOptions): Promise<Ended> =>
  startCambium(['import', file, '--data', data], options).ended

const jsonLines = (from: number, to: number): string =>
  shortChain
    .slice(from, to)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

const withoutEnd = (bytes: Uint8Array, length: number): Uint8Array => bytes.subarray(0, bytes.length - length)

interface BadFile {
  readonly problem: string
  readonly content: () => string | Uint8Array
  readonly message: RegExp
}

const badFiles: readonly BadFile[] = [
  {
    problem: 'ends within a line',
    content: () => jsonLines(5, 8).slice(0, -100),
    message: /bad, line 3: is not JSON: the file is truncated/,
  },
  {
    problem: 'is a truncated gzip file',
    content: () => withoutEnd(gzipSync(jsonLines(5, 12)), 9),
    message: /bad.*: the compressed file is truncated/,
  },
  {
    problem: 'omits a block',
    content: () => jsonLines(7, 9),
    message: /bad, line 1: block \d+ \(0x[0-9a-f]{64}\) leaves a gap: its parent 0x/,
  },
  {
    problem: 'has a block whose state root is wrong',
    content: () => {
      const { rlp, stateRoot } = shortChain[5]!
      return `${JSON.stringify({ rlp: rlp.replace(stateRoot.slice(2), '77'.repeat(32)) })}\n`
    },
    message: /bad, line 1: block \d+ \(0x.*\) is rejected: proof-of-work/,
  },
]

/** Limits the size of files to 600 blocks of 512 bytes. */
const withSmallFiles: RunOptions = { wrapper: ['sh', '-c', 'ulimit -f 600; exec "$@"', 'sh'] }

/** Mounts a disk of one megabyte at `path` for the command. */
const withSmallDisk = (path: string): RunOptions => ({
  wrapper: ['unshare', '-m', 'sh', '-c', `mount -t tmpfs -o size=17m tmpfs '${path}' && "$@"`, 'sh'],
})

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export function describeRefusals(): void {
  beforeEach(() => {
    folder = new TemporaryFolder()
  })
  afterEach(() => folder.remove())

  describe('cambium import of a faulty file', () => {
    it.each(badFiles)(
      'rejects a file that $problem, and a later import continues the chain',
      async (badFile) => {
        const data = startData()
        const { exitCode, output, notes } = await importInto(data, folder.write('bad', badFile.content()))
        expect(exitCode).toBe(1)
        expect(notes).toMatch(badFile.message)
        expect(output).toMatch(/head \d+ 0x[0-9a-f]{64}\n$/)
        expect(finishChain()).toBe(shortHead.hash)
      },
    )
  })
  describe('cambium import of blocks of another network', () => {
    it('names the network of the blocks', async () => {
      const file = folder.write('bad', jsonLines(0, 1))
      const { exitCode, notes } = await cambium('import', file, '--network', 'testnet', '--data', folder.path)
      expect(exitCode).toBe(1)
      expect(notes).toMatch('bad, line 1: holds a block of regtest, not of testnet: choose --network regtest')
    })

    it('rejects an export of another network and a truncated export', async () => {
      const data = startData()
      await cambium('export', folder.at('whole'), '--data', data)
      const other = await cambium('import', folder.at('whole'), '--network', 'testnet')
      expect(other.exitCode).toBe(1)
      expect(other.notes).toMatch('whole: holds blocks of regtest, not of testnet')
      const cut = await cambium('import', folder.write('cut', withoutEnd(folder.read('whole'), 8)))
      expect(cut.exitCode).toBe(1)
      expect(cut.notes).toMatch(/cut, offset \d+: the file is truncated/)
      expect(cut.output).toMatch(`head ${startBlocks} `)
    })
  })

  describe('cambium import into a folder that is not writable', () => {
    it('names the process that is writing the folder', async () => {
      const data = startData()
      const store = openFolder(folder.at('data', 'regtest'))
      const { exitCode, notes } = await importInto(data, folder.writeLines('chain.jsonl', shortChain))
      expect(exitCode).toBe(1)
      expect(notes).toMatch(`is being written by process ${process.pid}`)
      expect(openChainOver(store).head.number).toBe(startBlocks)
      store.close()
      expect(finishChain()).toBe(shortHead.hash)
    })

    it('reports missing permission for a read-only folder', async () => {
      const data = startData()
      const file = folder.writeLines('chain.jsonl', shortChain)
      const files = readdirSync(folder.at('data', 'regtest')).map((name) =>
        folder.at('data', 'regtest', name),
      )
      for (const path of files) chmodSync(path, 0o444)
      chmodSync(folder.at('data', 'regtest'), 0o555)
      chmodSync(data, 0o555)
      const user = isSuperuser ? { userId: unprivilegedUser } : {}
      const [existing, fresh] = await Promise.all([
        importInto(data, file, user),
        startCambium(['import', file, '--data', data, '--network', 'devnet'], user).ended,
      ])
      expect(existing).toMatchObject({
        exitCode: 1,
        notes: expect.stringMatching(/regtest cannot be opened: .*ermission/),
      })
      expect(fresh).toMatchObject({
        exitCode: 1,
        notes: expect.stringMatching(/devnet cannot be opened: .*ermission/),
      })
      for (const path of [data, folder.at('data', 'regtest'), ...files]) chmodSync(path, 0o755)
      expect(finishChain()).toBe(shortHead.hash)
    })

    it('prints the stored head when a group exceeds the file size limit, and continues there', async () => {
      const blocks = recordedBlocks('contracts').slice(0, 30)
      const file = folder.writeLines('chain.jsonl', blocks)
      const { exitCode, output, notes } = await importInto(folder.at('data'), file, withSmallFiles)
      expect(exitCode).toBe(1)
      expect(notes).toMatch(/cannot commit in the store .*regtest: (File too large|Input.output error)/)
      const { number, hash } = headOf(folder.at('data'))
      expect(output).toMatch(`head ${number} ${hash}\n`)
      makeData(folder.at('data'), blocks)
      expect(headOf(folder.at('data')).hash).toBe(blocks.at(-1)!.hash)
    })

    it.skipIf(!canMount())('reports a full disk', async () => {
      const file = recordingPath('fuzz-a')
      const { exitCode, output, notes } = await importInto(folder.path, file, withSmallDisk(folder.path))
      expect(exitCode).toBe(1)
      expect(output).toMatch(/head \d+ 0x/)
      expect(notes).toMatch(/disk full: .* make room/)
    })
  })
}
