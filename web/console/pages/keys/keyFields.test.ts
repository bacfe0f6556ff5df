import { describe, expect, it } from 'vitest'
import { fieldsOf, grantsOf } from './keyFields.ts'

const empty = fieldsOf(undefined)

describe('the fields of a key', () => {
  it('leave out what does not restrict a new key', () => {
    expect(grantsOf({ ...empty, label: ' shop ' }, false)).toEqual({ label: 'shop' })
  })

  it('remove restrictions of an existing key', () => {
    expect(grantsOf({ ...empty, label: 'shop' }, true)).toEqual({
      label: 'shop',
      rate: null,
      dailyUnits: null,
      networks: null,
      methods: null,
      origins: null,
    })
  })

  it('read numbers and lists as people type them', () => {
    const fields = {
      ...empty,
      label: 'a',
      unitsPerSecond: '1 000',
      dailyUnits: '2,500,000',
      methods: 'eth, net_version,',
    }
    expect(grantsOf({ ...fields, burst: '50' }, false)).toEqual({
      label: 'a',
      rate: { unitsPerSecond: 1000, burst: 50 },
      dailyUnits: 2_500_000,
      methods: ['eth', 'net_version'],
    })
  })

  it('give a burst of ten seconds unless one is typed', () => {
    const { rate } = grantsOf({ ...empty, unitsPerSecond: '1 000' }, false) as { rate: object }
    expect(rate).toEqual({ unitsPerSecond: 1000, burst: 10_000 })
  })

  it('send a wrong number as it is, so that the node names it', () => {
    expect(grantsOf({ ...empty, dailyUnits: 'many' }, false)).toMatchObject({ dailyUnits: 'many' })
  })

  it('show the key that is changed', () => {
    const key = {
      id: '1',
      label: 'shop',
      createdAt: 0,
      isLive: true,
      rate: { unitsPerSecond: 5, burst: 7 },
      networks: ['mainnet', 'testnet'],
    }
    expect(fieldsOf(key)).toMatchObject({
      label: 'shop',
      unitsPerSecond: '5',
      burst: '7',
      networks: 'mainnet, testnet',
    })
  })
})
