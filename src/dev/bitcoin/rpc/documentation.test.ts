import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bitcoinMethods } from './bitcoinMethods.ts'

describe('docs/bitcoin.md', () => {
  it('lists every method and no other', () => {
    const page = readFileSync(new URL('../../../../docs/bitcoin.md', import.meta.url), 'utf8')
    const table = page.split('| about | methods |')[1]?.split('\n\n')[0] ?? ''
    const listed = [...table.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!)
    expect(listed.sort()).toEqual([...bitcoinMethods.keys()].sort())
  })
})
