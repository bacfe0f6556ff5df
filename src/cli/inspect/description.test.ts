import { describe, expect, it } from 'vitest'
import { asJson, asText, type Description, ShownAmount, ShownMoment } from './description.ts'

const description: Description = {
  number: 7,
  hash: Uint8Array.of(1, 2),
  canonical: true,
  to: null,
  work: 2n ** 70n,
  balance: new ShownAmount(5n * 10n ** 17n),
  timestamp: new ShownMoment(1_700_000_000),
  data: new Uint8Array(100),
  none: [],
  hashes: [Uint8Array.of(3), Uint8Array.of(4)],
  logs: [{ address: Uint8Array.of(5), topics: [] }],
}

describe('a description', () => {
  it('is aligned as text, with RBTC, dates and shortened data', () => {
    expect(asText(description)).toBe(
      [
        'number     7',
        'hash       0x0102',
        'canonical  yes',
        'to         none',
        'work       1180591620717411303424',
        'balance    0.5 RBTC (500000000000000000 wei)',
        'timestamp  1700000000 (2023-11-14T22:13:20.000Z)',
        `data       0x${'00'.repeat(64)}… (100 bytes)`,
        'none       none',
        'hashes',
        '  0x03',
        '  0x04',
        'logs',
        '  -',
        '    address  0x05',
        '    topics   none',
      ].join('\n'),
    )
  })

  it('is complete and exact as JSON', () => {
    expect(JSON.parse(asJson(description))).toEqual({
      number: 7,
      hash: '0x0102',
      canonical: true,
      to: null,
      work: '1180591620717411303424',
      balance: '500000000000000000',
      timestamp: 1_700_000_000,
      data: `0x${'00'.repeat(100)}`,
      none: [],
      hashes: ['0x03', '0x04'],
      logs: [{ address: '0x05', topics: [] }],
    })
  })

  it('shows a time beyond the range of Date as a number', () => {
    expect(asText({ timestamp: new ShownMoment(Number.MAX_SAFE_INTEGER) })).toBe(
      'timestamp  9007199254740991',
    )
  })
})
