import { describe, expect, it } from 'vitest'
import { JobControl } from './jobControl.ts'

describe('the control of a job', () => {
  it('lets a worker send as many pieces as its credit, until it is stopped', () => {
    const reader = JobControl.withCredit(1)
    const worker = new JobControl(reader.shared)
    expect(worker.spend()).toBe(true)
    reader.give()
    reader.give()
    expect([worker.spend(), worker.spend(), worker.isStopped]).toEqual([true, true, false])
    reader.stop()
    expect([worker.spend(), worker.isStopped]).toEqual([false, true])
  })
})
