import { spawnSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cambium } from './cliProcess.ts'
import { isLongRun, withBuild } from './longRun.ts'
import { ask, startNode, stop } from './nodeProcess.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

/** Mounts 64 MiB of memory; false where this user must not. */
const mount = (path: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'cambium-test', path]).status === 0
const unmount = (path: string): void => void spawnSync('umount', [path])

const probe = new TemporaryFolder()
const canMount = mount(probe.path)
if (canMount) unmount(probe.path)
else console.warn('the tests of a full disk are skipped: this user cannot mount a file system')
probe.remove()

let folder: TemporaryFolder
const bytesLeft = (): number => {
  const { bavail, bsize } = statfsSync(folder.path)
  return bavail * bsize
}
const fillUpTo = (left: number): void =>
  writeFileSync(folder.at('filler'), new Uint8Array(Math.max(0, bytesLeft() - left)))

withBuild()
beforeEach(() => {
  folder = new TemporaryFolder()
  if (canMount) mount(folder.path)
})
afterEach(() => {
  if (canMount) unmount(folder.path)
  folder.remove()
})

/** A contract of 20 kB, so that the disk is full soon. */
const data = `0x60006000f3${'ab'.repeat(20_000)}`

describe.runIf(canMount)('a node whose disk becomes full', () => {
  it('refuses writes, still reads, keeps everything that it has acknowledged, and continues when there is room', async () => {
    const { running, announced } = await startNode('--data', folder.at('data'), '--network', 'regtest')
    let notes = ''
    running.child.stderr?.on('data', (text: string) => {
      notes += text
    })
    const { url, accounts } = announced.networks[0]!
    const from = accounts[0]!.address
    fillUpTo(20 << 20)
    const acknowledged: unknown[] = []
    const refusals: (string | undefined)[] = []
    while (refusals.length < 20 && acknowledged.length < 2_000) {
      const { result, error } = await ask(url, 'eth_sendTransaction', { from, data, gas: '0x500000' })
      if (result === undefined) refusals.push(error?.message)
      else acknowledged.push(result)
    }
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(new Set(refusals)).toEqual(new Set([expect.stringMatching(/^disk full: nothing can be stored/)]))
    // Another program takes the rest.
    writeFileSync(folder.at('rest'), new Uint8Array(bytesLeft()))
    expect(bytesLeft()).toBe(0)
    expect((await ask(url, 'eth_sendTransaction', { from, to: from })).error?.message).toMatch(/^disk full: /)
    expect((await ask(url, 'eth_blockNumber')).result).toBe(`0x${acknowledged.length.toString(16)}`)
    const ready = await fetch(new URL('/ready', url))
    expect(ready.status).toBe(503)
    expect(await ready.text()).toContain('the disk is full')
    expect(notes.match(/disk full: /g)).toHaveLength(1)
    folder.write('filler', '')
    folder.write('rest', '')
    expect((await ask(url, 'eth_sendTransaction', { from, to: from })).result).toMatch(/^0x/)
    expect((await fetch(new URL('/ready', url))).status).toBe(200)
    await stop(running, 'SIGKILL')
    const again = await startNode('--data', folder.at('data'), '--network', 'regtest')
    const found = acknowledged.map((hash) =>
      ask(again.announced.networks[0]!.url, 'eth_getTransactionReceipt', hash),
    )
    expect(
      (await Promise.all(found)).filter(({ result }) => result === null || result === undefined),
    ).toEqual([])
    await stop(again.running)
  }, 120_000)

  it.each(isLongRun ? [0, 4, 8, 24, 40, 100, 600] : [0, 24, 600])(
    'reports it instead of starting with %i KiB left',
    async (left) => {
      fillUpTo(left << 10)
      const options = ['--data', folder.at('data')]
      const node = await cambium('node', '--port', '0', '--network', 'regtest', ...options)
      expect(node).toMatchObject({ exitCode: 1, notes: expect.stringContaining('disk full: ') })
      const keys = await cambium('keys', 'create', '--label', 'a', ...options)
      expect(keys).toMatchObject({ exitCode: 1, notes: expect.stringContaining('disk full: ') })
    },
    60_000,
  )
})
