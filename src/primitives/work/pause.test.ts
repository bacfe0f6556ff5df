import { describe, expect, it } from 'vitest'
import { pause } from './pause.ts'

/** Longer than the time of a test. */
const veryLongMs = 3_600_000

describe('a pause', () => {
  it('ends after its time', async () => {
    await expect(pause(1)).resolves.toBeUndefined()
  })

  it('ends when the signal aborts, or has aborted', async () => {
    const controller = new AbortController()
    const pausing = pause(veryLongMs, controller.signal)
    controller.abort()
    await pausing
    await pause(veryLongMs, controller.signal)
  })
})
