import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asciiBytes } from '../primitives/bytes.ts'
import { StoreError, type StoreErrorCode } from './errors.ts'
import { rawBytes } from './folder/lmdbEngine.ts'
import { formatVersion, stampKeys } from './folder/stamp.ts'
import { openStore, type StoreOptions } from './openStore.ts'
import { storeCases } from './store.cases.ts'
import type { Batch, Store } from './store.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'cambium-store-'))
const stamp = { network: 'regtest', genesisHash: new Uint8Array(32).fill(1) }

// These cases do not flush to the disk, for speed; all other tests do.
storeCases('LMDB store', () => {
  const path = newFolder()
  return {
    store: openStore({ ...stamp, path, flush: 'none' }),
    remove: () => rmSync(path, { recursive: true }),
  }
})

let path: string
beforeEach(() => {
  path = newFolder()
})
afterEach(() => rmSync(path, { recursive: true }))

const openAgain = (options: Partial<StoreOptions> = {}): Store => openStore({ ...stamp, path, ...options })
const head = asciiBytes('head')

function makeFolder(change: (store: Store) => void = () => {}): void {
  const store = openAgain()
  change(store)
  store.close()
}

function refusal(attempt: () => unknown): StoreError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
  throw new Error('it was not refused')
}

function expectRefusal(attempt: () => unknown, code: StoreErrorCode, ...words: string[]): void {
  const { code: actual, message } = refusal(attempt)
  expect(actual, message).toBe(code)
  for (const word of [path, ...words]) expect(message).toContain(word)
}

describe('a folder', () => {
  it('keeps its data when it is closed and opened again', () => {
    makeFolder((store) => store.write((batch) => batch.put('meta', head, Uint8Array.of(5))))
    const store = openAgain()
    expect(store.get('meta', head)).toEqual(Uint8Array.of(5))
    store.close()
  })

  it('is created with its parents when absent, whatever its name', () => {
    const store = openAgain({ path: join(path, 'deep', 'node.db') })
    store.close()
    expect(existsSync(join(path, 'deep', 'node.db', 'data.mdb'))).toBe(true)
  })

  it('of another network, another genesis block or another format is rejected', () => {
    makeFolder()
    expectRefusal(() => openAgain({ network: 'mainnet' }), 'other-network', 'regtest', 'mainnet')
    const otherGenesis = { genesisHash: new Uint8Array(32).fill(2) }
    expectRefusal(
      () => openAgain(otherGenesis),
      'other-genesis',
      `0x${'01'.repeat(32)}`,
      `0x${'02'.repeat(32)}`,
    )
    makeFolder((store) =>
      store.write((batch) => batch.put('meta', stampKeys.format, asciiBytes(String(formatVersion + 1)))),
    )
    expectRefusal(() => openAgain(), 'newer-format', `format ${formatVersion + 1}`, 'update')
    expectRefusal(
      () => openAgain({ readOnly: true }),
      'newer-format',
      `format ${formatVersion + 1}`,
      'update',
    )
  })

  it('with other upgrade heights is rejected with both heights', () => {
    openAgain({ schedule: 'rskip97=10 rskip398=5 rskip559=-1' }).close()
    openAgain({ schedule: 'rskip97=10 rskip398=5 rskip559=-1' }).close()
    const words = [
      'rskip398 (5 in the folder, 9 in the settings)',
      'rskip559 (never in the folder, as the network in the settings)',
      'use the schedule that the folder was made with, or another folder',
    ]
    const other = { schedule: 'rskip97=10 rskip398=9', genesisHash: new Uint8Array(32).fill(2) }
    for (const readOnly of [false, true]) {
      expectRefusal(() => openAgain({ ...other, readOnly }), 'other-schedule', ...words)
    }
    expectRefusal(() => openAgain(), 'other-schedule', 'rskip97 (10 in the folder, as the network in')
  })

  it('without upgrade heights has those of its network', () => {
    makeFolder()
    openAgain({ schedule: '' }).close()
    const schedule = Array.from({ length: 8 }, (_, index) => `rskip${index}=1`).join(' ')
    expectRefusal(
      () => openAgain({ schedule }),
      'other-schedule',
      'rskip0 (as the network in the folder, 1 in the settings)',
      'and 3 more',
    )
  })

  it('of an older format is rejected without steps to the current one', () => {
    makeFolder((store) =>
      store.write((batch) => batch.put('meta', stampKeys.format, asciiBytes(String(formatVersion - 2)))),
    )
    const last = { from: formatVersion - 1, run: () => {} }
    for (const options of [{}, { readOnly: true }, { upgradeSteps: [last] }]) {
      const words = [`format ${formatVersion - 2}`, 'start the node that writes it', 'import the chain again']
      expectRefusal(() => openAgain(options), 'older-format', ...words)
    }
  })

  it('of an older format is upgraded by its writer in one transaction, again if a step failed', () => {
    makeFolder((store) => store.write((batch) => batch.put('meta', head, Uint8Array.of(1))))
    const format = formatVersion + 2
    const doubled = {
      from: formatVersion,
      run: (batch: Batch) =>
        batch.put(
          'meta',
          head,
          batch.get('meta', head)!.map((byte) => byte * 2),
        ),
    }
    const moved = {
      from: formatVersion + 1,
      run: (batch: Batch) => batch.put('serials', head, batch.get('meta', head)!),
    }
    const failing = {
      from: formatVersion + 1,
      run: () => {
        throw new StoreError('failed', `${path}: the disk is full`)
      },
    }
    expectRefusal(() => openAgain({ format, upgradeSteps: [doubled, failing] }), 'failed', 'the disk is full')
    const unchanged = openAgain()
    expect(unchanged.get('meta', head)).toEqual(Uint8Array.of(1))
    unchanged.close()
    // The order of the list does not matter.
    openAgain({ format, upgradeSteps: [moved, doubled] }).close()
    const upgraded = openAgain({ format, readOnly: true })
    expect(upgraded.get('serials', head)).toEqual(Uint8Array.of(2))
    upgraded.close()
    expectRefusal(() => openAgain(), 'newer-format', `format ${format}`, 'update')
  })

  it('that is a file is rejected', () => {
    const file = join(path, 'file')
    writeFileSync(file, 'text')
    expectRefusal(() => openAgain({ path: file }), 'not-a-store', file)
    expectRefusal(() => openAgain({ path: join(file, 'below') }), 'not-a-store', file)
    expectRefusal(() => openAgain({ path: file, readOnly: true }), 'not-a-store', file)
    mkdirSync(join(path, 'lock.mdb'))
    expectRefusal(() => openAgain(), 'not-a-store', 'lock.mdb')
  })

  it('with a data file that LMDB did not write is rejected', () => {
    const garbage = [
      Buffer.from('text'),
      Buffer.alloc(100_000),
      Buffer.alloc(100_000, 0xab),
      Buffer.alloc(160, 1),
    ]
    for (const bytes of garbage) {
      writeFileSync(join(path, 'data.mdb'), bytes)
      expectRefusal(() => openAgain(), 'not-a-store')
      expectRefusal(() => openAgain({ readOnly: true }), 'not-a-store')
    }
  })

  it('of another program that uses LMDB is rejected and left unchanged', () => {
    const root = open({ ...rawBytes, path, noSubdir: false, overlappingSync: false })
    root.openDB('settings', rawBytes).putSync(head, head)
    void root.close()
    const before = readFileSync(join(path, 'data.mdb'))
    expectRefusal(() => openAgain(), 'not-a-store', 'another program')
    expectRefusal(() => openAgain({ readOnly: true }), 'not-a-store')
    expect(readFileSync(join(path, 'data.mdb')).equals(before)).toBe(true)
  })

  it('without permission for this user is rejected', () => {
    mkdirSync(join(path, 'closed'), { mode: 0o500 })
    chmodSync(path, 0o755)
    asOrdinaryUser(() => {
      expectRefusal(() => openAgain({ path: join(path, 'closed') }), 'no-permission')
      expectRefusal(() => openAgain({ path: join(path, 'closed', 'below') }), 'no-permission')
    })
  })

  it('with an empty data file counts as new when it was never used', () => {
    writeFileSync(join(path, 'data.mdb'), '')
    expectRefusal(() => openAgain({ readOnly: true }), 'folder-missing')
    makeFolder()
  })

  it.each([
    ['emptied', (file: string) => truncateSync(file)],
    ['removed', (file: string) => rmSync(file)],
  ])('whose data file was %s after use is rejected', (_, damage) => {
    makeFolder()
    damage(join(path, 'data.mdb'))
    for (const readOnly of [true, false]) {
      expectRefusal(() => openAgain({ readOnly }), 'truncated', 'restore it from a backup')
    }
  })

  it('is created with its files for its owner only', () => {
    const created = join(path, 'data', 'keys')
    openAgain({ path: created }).close()
    const modes = [join(path, 'data'), created, ...readdirSync(created).map((name) => join(created, name))]
      .map((entry) => statSync(entry))
      .map((status) => [status.isDirectory(), status.mode & 0o777])
    for (const [isFolder, mode] of modes) expect(mode).toBe(isFolder ? 0o700 : 0o600)
    expect(modes.length).toBeGreaterThan(3)
  })

  it('loses the permissions of other users when it is opened', () => {
    makeFolder()
    const files = readdirSync(path).map((name) => join(path, name))
    for (const file of files) chmodSync(file, 0o644)
    chmodSync(path, 0o755)
    makeFolder()
    expect(statSync(path).mode & 0o777).toBe(0o700)
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('a folder with a truncated data file', () => {
  const fill = (store: Store): void => {
    for (let i = 0; i < 40; i++) {
      store.write((batch) => {
        for (let j = 0; j < 10; j++) batch.put('trie', asciiBytes(`${i}-${j}`), new Uint8Array(100).fill(j))
        batch.put('bodies', asciiBytes(`${i}`), new Uint8Array(20_000).fill(i))
      })
    }
  }

  it('is rejected unless only free pages are missing, wherever the file was cut', () => {
    makeFolder(fill)
    const whole = readFileSync(join(path, 'data.mdb'))
    for (let length = whole.length - 1; length > 0; length -= 40_961) {
      writeFileSync(join(path, 'data.mdb'), whole.subarray(0, length))
      const isNearlyWhole = length > whole.length - 8 * 4096
      for (const readOnly of [true, false]) {
        if (isNearlyWhole) expectWholeOrRefused(readOnly)
        else expectRefusal(() => openAgain({ readOnly }), length < 4096 + 160 ? 'not-a-store' : 'truncated')
      }
    }
  })

  const expectWholeOrRefused = (readOnly: boolean): void => {
    let store: Store
    try {
      store = openAgain({ readOnly })
    } catch (error) {
      expect(error).toMatchObject({ name: 'StoreError', code: 'truncated' })
      return
    }
    expectFilled(store)
    store.close()
  }

  const expectFilled = (store: Store): void => {
    expect([...store.range('trie')]).toHaveLength(400)
    const bodies = [...store.range('bodies')]
    expect(bodies).toHaveLength(40)
    for (const { key, value } of bodies) {
      expect(value.every((byte) => byte === Number(Buffer.from(key).toString()))).toBe(true)
    }
  }

  it('is opened when only pages that were never written are missing', () => {
    makeFolder((store) => {
      fill(store)
      store.write((batch) => {
        batch.put('bodies', asciiBytes('long'), new Uint8Array(1_000_000))
        batch.delete('bodies', asciiBytes('long'))
        batch.put('meta', head, Uint8Array.of(1))
      })
    })
    expect(missingBytes()).toBeGreaterThan(0)
    const store = openAgain()
    expectFilled(store)
    expect(store.get('meta', head)).toEqual(Uint8Array.of(1))
    store.close()
  })

  it('is opened without a walk of its tables when only such pages are missing, and is then as long as it should be', () => {
    makeFolder((store) => {
      fill(store)
      store.write((batch) => {
        for (let i = 0; i < 1000; i++) batch.put('values', asciiBytes(`${i}`), new Uint8Array(1000))
      })
      store.write((batch) => {
        batch.put('bodies', asciiBytes('long'), new Uint8Array(1_000_000))
        batch.delete('bodies', asciiBytes('long'))
        // Frees single pages too, among those of other transactions.
        for (let j = 0; j < 400; j++) batch.delete('trie', asciiBytes(`${j % 40}-${j % 10}`))
      })
    })
    expect(missingBytes()).toBeGreaterThan(0)
    const { size } = statSync(join(path, 'data.mdb'))
    expect(bytesReadBy(() => openAgain({ readOnly: true }).close())).toBeLessThan(size / 10)
    expect(bytesReadBy(() => openAgain().close())).toBeLessThan(size / 10)
    expect(missingBytes()).toBe(0)
  })

  /** Bytes that `work` reads through Node; LMDB itself maps the file. */
  const bytesReadBy = (work: () => void): number => {
    const { readSync } = fs
    let bytes = 0
    const counted = (...given: Parameters<typeof readSync>): number => {
      const length = readSync(...given)
      bytes += length
      return length
    }
    Object.assign(fs, { readSync: counted })
    syncBuiltinESMExports()
    try {
      work()
    } finally {
      Object.assign(fs, { readSync })
      syncBuiltinESMExports()
    }
    return bytes
  }

  /** Bytes by which the file is shorter than its newest meta page says. */
  const missingBytes = (): number => {
    const data = readFileSync(join(path, 'data.mdb'))
    const metas = [data.subarray(0, 4096), data.subarray(4096, 8192)]
    const newest = metas.reduce((a, b) => (a.readBigUInt64LE(152) > b.readBigUInt64LE(152) ? a : b))
    return (Number(newest.readBigUInt64LE(144)) + 1) * 4096 - data.length
  }

  it('is rejected when it was already shorter than its meta page says', () => {
    makeFolder(fill)
    const whole = readFileSync(join(path, 'data.mdb'))
    // Every page number beyond the meta pages now leads to a page of arbitrary bytes; the walk must still end.
    const nonsense = Buffer.alloc(whole.length - 100_000, 0x01)
    whole.copy(nonsense, 0, 0, 8192)
    writeFileSync(join(path, 'data.mdb'), nonsense)
    expectRefusal(() => openAgain(), 'truncated')
    truncateSync(join(path, 'data.mdb'), 8192)
    expectRefusal(() => openAgain(), 'truncated')
  })
})

describe.runIf(process.platform === 'linux')('the map of a data file', () => {
  /** The flags of the kernel for the file's memory; `rr` is random reading, without reading ahead. */
  const flagsOfMap = (): readonly string[] => {
    const maps = readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
    const map = maps.find((text) => text.includes(join(path, 'data.mdb')))
    return /^VmFlags: (.*)$/m.exec(map!)![1]!.trim().split(' ')
  }

  it('is read a page at a time by nodes, and ahead by commands that read all of a file that fits in memory', () => {
    for (const [options, isRandom] of [
      [{}, true],
      [{ readOnly: true }, true],
      [{ readOnly: true, readsAhead: true }, false],
    ] as const) {
      const store = openAgain(options)
      expect(flagsOfMap().includes('rr')).toBe(isRandom)
      store.close()
    }
  })
})

describe('the writer of a folder', () => {
  it('is the only one: a second one in the same process is rejected, and the first continues', () => {
    const store = openAgain()
    expectRefusal(() => openAgain(), 'in-use', 'this process', 'reading only')
    store.write((batch) => batch.put('meta', head, Uint8Array.of(1)))
    expect(store.get('meta', head)).toEqual(Uint8Array.of(1))
    store.close()
    makeFolder()
  })

  it('has a version that changes with its writes and snapshots, unlike a reader and a second writer', () => {
    const store = openAgain()
    const { version } = store
    store.write((batch) => batch.put('meta', head, head))
    const written = store.version
    store.snapshot(() => {})
    expect(new Set([version, written, store.version]).size).toBe(3)
    expect(version).toBeTypeOf('number')
    const others = [openAgain({ readOnly: true }), openAgain({ isSecondWriter: true })]
    expect(others.map((other) => other.version)).toEqual([undefined, undefined])
    for (const opened of [...others, store]) opened.close()
  })

  it('stops writing when another process has claimed the folder', () => {
    const store = openAgain()
    store.write((batch) => batch.put('meta', stampKeys.writer, asciiBytes('1 1 another-token')))
    expectRefusal(() => store.write((batch) => batch.put('meta', head, head)), 'taken-over')
    expect(store.has('meta', head)).toBe(false)
    store.close()
  })

  it('ignores the claim of a process that has ended and a claim that cannot be read', () => {
    const stale = [
      '999999999 5 gone',
      `${process.pid} 5 earlier-process-of-this-number`,
      'nonsense',
      '-1 5 x',
      '0 5 x',
    ]
    for (const claim of stale) {
      const store = openAgain()
      store.write((batch) => batch.put('meta', stampKeys.writer, asciiBytes(claim)))
      store.close()
    }
    makeFolder()
  })
})

describe('a reader of a folder', () => {
  it('reads while the writer writes, sees its commits and cannot write', () => {
    const writer = openAgain()
    writer.write((batch) => batch.put('meta', head, Uint8Array.of(1)))
    const reader = openAgain({ readOnly: true })
    expect(reader.get('meta', head)).toEqual(Uint8Array.of(1))
    writer.write((batch) => batch.put('meta', head, Uint8Array.of(2)))
    expect(reader.snapshot((snapshot) => snapshot.get('meta', head))).toEqual(Uint8Array.of(2))
    expect(refusal(() => reader.write(() => {})).code).toBe('read-only')
    reader.close()
    writer.close()
  })

  it('rejects a missing folder and one of another chain', () => {
    expectRefusal(() => openAgain({ readOnly: true }), 'folder-missing')
    expectRefusal(() => openAgain({ readOnly: true, path: join(path, 'absent') }), 'folder-missing')
    expect(existsSync(join(path, 'absent'))).toBe(false)
    makeFolder()
    expectRefusal(() => openAgain({ readOnly: true, network: 'testnet' }), 'other-network')
  })

  it('reports a table that no writer has created yet', () => {
    const root = open({ ...rawBytes, path, noSubdir: false, overlappingSync: false })
    const meta = root.openDB('meta', rawBytes)
    meta.putSync(stampKeys.format, asciiBytes(String(formatVersion)))
    meta.putSync(stampKeys.network, asciiBytes('regtest'))
    meta.putSync(stampKeys.genesis, stamp.genesisHash)
    void root.close()
    expectRefusal(() => openAgain({ readOnly: true }), 'missing-table', 'serials')
  })
})

/** Runs `work` without the permissions of root, which may read every file: as the user `nobody`, if the tests run as root. */
function asOrdinaryUser(work: () => void): void {
  const isSuperuser = process.geteuid?.() === 0
  if (isSuperuser) process.seteuid?.(65534)
  try {
    work()
  } finally {
    if (isSuperuser) process.seteuid?.(0)
  }
}
