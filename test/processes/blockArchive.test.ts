import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, FileServer } from '../../src/cli/blockFiles/fileServer.cases.ts'
import { runProgram } from '../../src/cli/program.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { mutations } from '../../src/primitives/hostileBytes.cases.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { openChainOver, openFolder } from './chainFolder.ts'
import { buildCambium, removeBuild, startCambium } from './cliProcess.ts'
import { makeData } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

const blocks = recordedBlocks('contracts').slice(0, 57)
const headOf = (number: number): string => blocks[number - 1]!.hash

const made = new TemporaryFolder()
const archive = made.at('archive')
let folder: TemporaryFolder
beforeAll(async () => {
  buildCambium()
  makeData(made.at('data'), blocks)
  await exported(made.at('data'), archive)
})
afterAll(() => {
  removeBuild()
  made.remove()
})
beforeEach(() => {
  folder = new TemporaryFolder()
})
afterEach(() => folder.remove())

/** Runs a command within this process, which takes less time than a process of its own. */
async function run(...words: readonly string[]) {
  let output = ''
  let notes = ''
  const terminal = {
    print(line: string) {
      output += `${line}\n`
    },
    note(line: string) {
      notes += `${line}\n`
    },
    status: undefined,
  }
  const exitCode = await runProgram(words, { version: '1.2.3', environment: {}, terminal })
  return { exitCode, output, notes }
}

const exported = (data: string, out: string) =>
  run('export', '--blocks', '--out', out, '--chunk', '10', '--data', data)

function headIn(data: string): readonly [number, string] {
  const store = openFolder(join(data, 'regtest'), true)
  const { head } = openChainOver(store)
  store.close()
  return [head.number, toHex(head.hash)]
}

interface WrittenManifest {
  network: string
  genesisHash: string
  version: number
  files: { name: string; from: number; to: number; bytes: number; sha256: string; lastHash: string }[]
}

const manifestIn = (path: string): WrittenManifest =>
  JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'))

const nameOf = (index: number): string => manifestIn(archive).files[index]!.name

/** A copy of the archive whose manifest is changed. */
function changedCopy(change: (manifest: WrittenManifest) => void): string {
  const path = folder.at('copy')
  copyArchive(path)
  const manifest = manifestIn(path)
  change(manifest)
  writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest))
  return path
}

function copyArchive(to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to)
  for (const name of readdirSync(archive)) writeFileSync(join(to, name), readFileSync(join(archive, name)))
}

describe('cambium export --blocks', () => {
  it('writes a file for each complete part of the chain, and a manifest of them', () => {
    const { files, network } = manifestIn(archive)
    expect(network).toBe('regtest')
    expect(files.map(({ from, to }) => [from, to])).toEqual([
      [1, 10],
      [11, 20],
      [21, 30],
      [31, 40],
      [41, 50],
    ])
    expect(files.map(({ lastHash }) => lastHash)).toEqual([10, 20, 30, 40, 50].map(headOf))
    expect(readdirSync(archive).sort()).toEqual(['manifest.json', ...files.map(({ name }) => name)].sort())
  })

  it('adds what became complete, and writes files again that are missing or of reorganised blocks', async () => {
    const out = folder.at('out')
    makeData(folder.at('data'), blocks.slice(0, 25))
    expect((await exported(folder.at('data'), out)).output).toMatch('2 files written')
    makeData(folder.at('data'), blocks)
    writeFileSync(
      join(out, 'regtest-00000021-00000030.blocks.br.999999999.incomplete'),
      'of a killed process',
    )
    const manifest = manifestIn(out)
    rmSync(join(out, manifest.files[0]!.name))
    // As after a reorganisation: the file's last block is not the chain's.
    manifest.files[1]!.lastHash = headOf(57)
    writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest))
    const { exitCode, output } = await exported(folder.at('data'), out)
    expect(exitCode).toBe(0)
    expect(output).toMatch(
      /^5 files written to .*, which has blocks 1 to 50 in 5 files\nblocks 51 to 57 follow/,
    )
    expect(manifestIn(out)).toEqual(manifestIn(archive))
    expect(readdirSync(out).sort()).toEqual(readdirSync(archive).sort())
    expect((await exported(folder.at('data'), out)).output).toMatch('0 files written')
  })

  it('refuses a folder of other files, and options that an archive does not have', async () => {
    const data = made.at('data')
    const other = await run('export', '--blocks', '--out', archive, '--data', data)
    expect(other.notes).toMatch('has files of 10 blocks: add --chunk 10')
    const from = await run('export', '--blocks', '--out', archive, '--from', '7', '--data', data)
    expect(from.notes).toMatch('--from does not go with --blocks')
    expect((await run('export', '--blocks', 'file', '--data', data)).exitCode).toBe(2)
  })
})

describe('cambium import of an archive', () => {
  it('imports a folder up to its last block, and continues where the chain ends', async () => {
    const data = makeData(folder.at('data'), blocks.slice(0, 23))
    const { exitCode, output } = await run('import', archive, '--data', data)
    expect(exitCode).toBe(0)
    // Two files are stored as a whole, and left out.
    expect(output).toMatch(/^30 blocks with .*; 3 stored before/)
    expect(headIn(data)).toEqual([50, headOf(50)])
    expect((await run('import', archive, '--data', data)).output).toMatch(/^0 blocks/)
  })

  it('takes single files of an archive too', async () => {
    const { output } = await run('import', join(archive, nameOf(0)), join(archive, nameOf(1)))
    expect(output).toMatch(`head 20 ${headOf(20)}`)
  })

  it('keeps the blocks before a file that is missing', async () => {
    const path = changedCopy(() => {})
    rmSync(join(path, nameOf(2)))
    const { exitCode, notes } = await run('import', path, '--data', folder.at('data'))
    expect([exitCode, notes]).toEqual([1, expect.stringContaining(`${nameOf(2)}: is missing`)])
    expect(headIn(folder.at('data'))).toEqual([20, headOf(20)])
  })

  it.each<readonly [string, (manifest: WrittenManifest) => void, RegExp]>([
    [
      'leads out of the folder',
      ({ files }) => {
        files[1]!.name = '../data'
      },
      /files\[1\].name: "..\/data" is not/,
    ],
    [
      'names an absolute path',
      ({ files }) => {
        files[1]!.name = '/etc/passwd'
      },
      /is not the name of a file/,
    ],
    [
      'is of another network',
      (manifest) => {
        manifest.network = 'testnet'
      },
      /holds blocks of testnet/,
    ],
    [
      'is of another genesis',
      (manifest) => {
        manifest.genesisHash = headOf(1)
      },
      /holds a regtest that starts from/,
    ],
    [
      'is of a newer version',
      (manifest) => {
        manifest.version = 2
      },
      /version: is not 1/,
    ],
    [
      'has files in another order',
      ({ files }) => {
        files.reverse()
      },
      /00000041-00000050.* where blocks 1 to 10 must/,
    ],
    [
      'leaves out a file',
      ({ files }) => {
        files.splice(1, 1)
      },
      /00000021-00000030.* where blocks 11 to 20 must/,
    ],
    [
      'declares an endless file',
      ({ files }) => {
        files[0]!.bytes = 2 ** 52
      },
      /files\[0\].bytes: is not a whole/,
    ],
    [
      'has another hash of a block',
      ({ files }) => {
        files[1]!.lastHash = headOf(57)
      },
      /00000011-00000020.*gives block 20/,
    ],
    [
      'has a file that another was renamed to',
      ({ files }) => {
        ;[files[1]!.name, files[2]!.name] = [files[2]!.name, files[1]!.name]
      },
      /00000021-00000030.*: has/,
    ],
  ])('refuses a manifest that %s', async (_, change, problem) => {
    const { exitCode, notes } = await run('import', changedCopy(change), '--data', folder.at('data'))
    expect(exitCode).toBe(1)
    expect(notes).toMatch(problem)
  })

  it('refuses a file whose content does not match, although its checksum does, and keeps the blocks before it', async () => {
    const known = readFileSync(join(archive, nameOf(1)))
    const whole = brotliDecompressSync(known)
    const contents: [Uint8Array, RegExp][] = [
      [readFileSync(join(archive, nameOf(3))), /offset 49: gives block 31 .* the hash/],
      [packed(whole.subarray(0, whole.length - 20)), /truncated/],
      [known.subarray(0, known.length - 10), /truncated/],
      [packed(Buffer.concat([whole.subarray(0, -8), Buffer.from([0x7f, 0, 0, 0])])), /declares a block of/],
      // 16 MiB that take a few bytes, after the header of the file and after its blocks.
      [
        packed(Buffer.concat([whole.subarray(0, -8), Buffer.from([0, 0xff, 0, 0]), Buffer.alloc(1 << 24)])),
        /holds more than 10 blocks/,
      ],
      [
        packed(Buffer.concat([whole.subarray(0, 49), Buffer.from([0, 0xff, 0, 0]), Buffer.alloc(1 << 24)])),
        /does not hold a block/,
      ],
    ]
    for (const [index, [content, problem]] of contents.entries()) {
      const data = folder.at(`data-${index}`)
      const path = replaced(1, content)
      const { exitCode, notes } = await run('import', path, '--data', data)
      expect([exitCode, notes]).toEqual([1, expect.stringMatching(problem)])
      expect(notes).toContain(nameOf(1))
      const [number] = headIn(data)
      expect(number).toBeGreaterThanOrEqual(10)
      expect(headIn(data)).toEqual([number, headOf(number)])
    }
  })

  it('rejects mutated files and mutated manifests without a crash', async () => {
    const content = readFileSync(join(archive, nameOf(0)))
    const manifest = readFileSync(join(archive, 'manifest.json'))
    await fc.assert(
      fc.asyncProperty(mutations(content), mutations(manifest), async (file, description) => {
        const ends = [await run('import', replaced(0, file)), await run('import', withManifest(description))]
        for (const { exitCode, output } of ends)
          expect([exitCode, output]).toEqual([
            expect.toBeOneOf([0, 1]),
            exitCode === 0 ? expect.stringContaining(headOf(50)) : expect.anything(),
          ])
      }),
      { numRuns: 15 },
    )
  })
})

/** Quickly: the usual quality takes seconds. */
const packed = (content: Uint8Array): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

/** A copy of the archive with another file, which the manifest describes. */
function replaced(index: number, content: Uint8Array): string {
  const path = changedCopy(({ files }) => {
    files[index]!.bytes = content.length
    files[index]!.sha256 = hash('sha256', content)
  })
  writeFileSync(join(path, nameOf(index)), content)
  return path
}

function withManifest(content: Uint8Array): string {
  const path = changedCopy(() => {})
  writeFileSync(join(path, 'manifest.json'), content)
  return path
}

describe('cambium import of an archive on a web server', () => {
  let server: FileServer
  beforeEach(async () => {
    server = await FileServer.open(archive)
  })
  afterEach(() => server.close())
  const refused = async (problem: RegExp) => {
    const { exitCode, notes } = await run('import', server.url, '--data', folder.at('data'))
    expect([exitCode, notes]).toEqual([1, expect.stringMatching(problem)])
    expect(readdirSync(folder.at('data', 'regtest'))).not.toContain('fetched')
  }

  it('fetches several files at once and imports them in their order', async () => {
    const first: Answer = (response, content) => {
      const timer = setInterval(() => {
        if (!server.asked.includes(nameOf(3))) return
        clearInterval(timer)
        response.end(content)
      }, 10)
    }
    server.answers.set(nameOf(0), first)
    const { exitCode, output } = await run('import', server.url, '--data', folder.at('data'))
    expect([exitCode, output]).toEqual([0, expect.stringContaining(`head 50 ${headOf(50)}`)])
    expect(server.asked).toHaveLength(6)
    expect(readdirSync(folder.at('data', 'regtest'))).not.toContain('fetched')
    // The address of the manifest stands for its folder.
    await run('import', `${server.url}/manifest.json`, '--data', folder.at('data'))
    expect(server.asked.slice(6)).toEqual(['manifest.json'])
  })

  it('repeats a file when the connection broke', async () => {
    let isBroken = false
    server.answers.set(nameOf(2), (response, content) => {
      if (isBroken) return void response.end(content)
      isBroken = true
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 1000), () => response.destroy())
    })
    const { exitCode } = await run('import', server.url, '--data', folder.at('data'))
    expect(exitCode).toBe(0)
    expect(server.asked.filter((name) => name === nameOf(2))).toHaveLength(2)
    expect(headIn(folder.at('data'))).toEqual([50, headOf(50)])
  })

  it.each<readonly [string, Answer, RegExp]>([
    [
      'redirected',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /redirects/,
    ],
    ['forbidden', (response) => void response.writeHead(403).end(), /HTTP status 403/],
    [
      'shorter',
      (response, content) => void response.end(content.subarray(1)),
      /it is truncated or another file/,
    ],
    [
      'longer',
      (response, content) => void response.end(Buffer.concat([content, Buffer.alloc(1 << 20)])),
      /is longer than/,
    ],
    ['changed', (response, content) => void response.end(content.fill(7, 20, 30)), /another SHA-256/],
  ])('refuses a file that is %s, with its name', async (_, answer, problem) => {
    server.answers.set(nameOf(2), answer)
    await refused(problem)
    await refused(new RegExp(`/…/${nameOf(2)}: `))
    expect(headIn(folder.at('data'))).toEqual([20, headOf(20)])
  })

  it('refuses a manifest that is too long, or that is not there', async () => {
    server.answers.set('manifest.json', (response) => void response.end(Buffer.alloc(17 << 20)))
    const long = await run('import', server.url)
    expect([long.exitCode, long.notes]).toEqual([1, expect.stringMatching(/manifest.json: is longer than/)])
    const missing = await run('import', `${server.url}/elsewhere`)
    expect(missing.notes).toMatch('manifest.json: the server answers HTTP status 404: the file is missing')
    expect((await run('import', 'http://')).notes).toMatch('the address of the archive cannot be used')
  })

  it('continues after a kill in the middle of a file', async () => {
    server.answers.set(nameOf(2), (response, content) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 500))
    })
    const killed = startCambium(['import', server.url, '--data', folder.at('data')])
    const fetched = folder.at('data', 'regtest', 'fetched')
    while (!server.asked.includes(nameOf(4)) || existsSync(join(fetched, nameOf(1))))
      await new Promise((resolve) => setTimeout(resolve, 20))
    killed.child.kill('SIGKILL')
    await killed.ended
    server.answers.clear()
    const again = await run('import', server.url, '--data', folder.at('data'))
    expect([again.exitCode, again.output]).toEqual([0, expect.stringContaining(`head 50 ${headOf(50)}`)])
    expect(existsSync(fetched)).toBe(false)
  })

  it('stops while it waits for a server', async () => {
    server.answers.set(nameOf(1), (response) => void response.writeHead(200, { 'content-length': 9 }))
    const { child, ended } = startCambium(['import', server.url, '--data', folder.at('data')])
    while (!server.asked.includes(nameOf(3))) await new Promise((resolve) => setTimeout(resolve, 20))
    const second = await run('import', archive, '--data', folder.at('data'))
    expect([second.exitCode, second.notes]).toEqual([1, expect.stringMatching(/is being written by process/)])
    expect(existsSync(folder.at('data', 'regtest', 'fetched', nameOf(3)))).toBe(true)
    child.kill('SIGINT')
    const { exitCode, notes } = await ended
    expect([exitCode, notes]).toEqual([130, expect.stringContaining('the same command continues')])
  })
})
