import { describe, expect, it } from 'vitest'
import { importHistory } from './historyChains.ts'

/* The beginning of the long chains; `npm run test:chains` imports them to their end. */

describe('a recorded chain that crosses every upgrade', () => {
  it('reproduces every root: history-c', () => {
    expect(importHistory('history-c').head.number).toBe(340)
  }, 300_000)

  it('reproduces every root with the reference engine: the first eras of history-a', () => {
    expect(importHistory('history-a', { upTo: 60, engine: 'reference' }).head.number).toBe(60)
  }, 300_000)

  it('reproduces every root: the first eras of peg-history', () => {
    expect(importHistory('peg-history', { upTo: 200 }).head.number).toBe(200)
  }, 300_000)
})
