import { describe, expect, it } from 'vitest'
import { importHistory } from '../historyChains.ts'

/* Minutes of work: run by `npm run test:chains`. */

describe('every block of a chain that crosses every upgrade', () => {
  it.each([
    ['history-a', 'fast', 530],
    ['history-a', 'reference', 530],
    ['history-c', 'reference', 340],
    ['peg-history', 'reference', 2984],
  ] as const)('is reproduced: %s with the %s engine', (name, engine, height) => {
    expect(importHistory(name, { engine }).head.number).toBe(height)
  })
})
