import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openUsageFolder, readKeyFolder, readUsageFolder, ServedKeys, withKeyFolder } from './apiKeyFolder.ts'
import { Keyring } from './keyring.ts'
import { storedKeys } from './keyStore.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const createKey = (folder: string, label: string) =>
  withKeyFolder(folder, (store) => {
    const keyring = new Keyring({ keys: storedKeys(store), now: Date.now, random: randomBytes })
    return keyring.create({ label }).key
  })

describe('the folder of keys', () => {
  it('can be created while a server runs', async () => {
    const folder = newFolder()
    const served = new ServedKeys(folder)
    onTestFinished(() => served.close())
    expect([served.get('0123456789ab'), served.list()]).toEqual([undefined, []])
    const key = await createKey(folder, 'shop')
    expect(served.get(key.id)?.label).toBe('shop')
    expect(served.list().map(({ id }) => id)).toEqual([key.id])
    expect(() => served.put()).toThrow('changed within change()')
  })

  it('can be changed by the server itself, beside other writers', async () => {
    const folder = newFolder()
    const served = new ServedKeys(folder)
    onTestFinished(() => served.close())
    const { id } = await createKey(folder, 'shop')
    const key = served.get(id)!
    await Promise.all([
      served.change((keys) => keys.put({ ...key, label: 'market' })),
      createKey(folder, 'second'),
      served.change((keys) => keys.put({ ...key, id: '0123456789ab', label: 'third' })),
    ])
    expect(
      served
        .list()
        .map(({ label }) => label)
        .toSorted(),
    ).toEqual(['market', 'second', 'third'])
  })

  it('makes concurrent writers wait for each other', async () => {
    const folder = newFolder()
    await Promise.all(['first', 'second', 'third'].map((label) => createKey(folder, label)))
    const served = new ServedKeys(folder)
    onTestFinished(() => served.close())
    expect(served.list()).toHaveLength(3)
  })

  it('is released after work that fails', async () => {
    const folder = newFolder()
    const failing = withKeyFolder(folder, () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await createKey(folder, 'shop')).label).toBe('shop')
  })

  it('is separate from the usage, and neither is created by reading', () => {
    const folder = newFolder()
    expect([readKeyFolder(folder), readUsageFolder(folder)]).toEqual([undefined, undefined])
    openUsageFolder(folder).close()
    const usage = readUsageFolder(folder)
    expect(usage).toBeDefined()
    usage?.close()
    expect(readKeyFolder(folder)).toBeUndefined()
  })
})
