import { describe, expect, it } from 'vitest'
import { Journal, Slot } from './journal.ts'

describe('a journal', () => {
  it('restores the values of slots at the mark', () => {
    const journal = new Journal()
    const number = new Slot(1)
    const text = new Slot('a')
    journal.set(number, 2)
    const mark = journal.mark()
    journal.set(number, 3)
    journal.set(text, 'b')
    journal.set(number, 4)
    journal.rollback(mark)
    expect([number.value, text.value]).toEqual([2, 'a'])
  })

  it('nests marks, and an inner one may stay unused', () => {
    const journal = new Journal()
    const slot = new Slot(0)
    const outer = journal.mark()
    journal.set(slot, 1)
    const middle = journal.mark()
    journal.set(slot, 2)
    journal.mark()
    journal.set(slot, 3)
    journal.rollback(middle)
    expect(slot.value).toBe(1)
    journal.rollback(outer)
    expect(slot.value).toBe(0)
  })

  it('rolls back to one mark more than once', () => {
    const journal = new Journal()
    const slot = new Slot(0)
    const mark = journal.mark()
    for (const value of [1, 2]) {
      journal.set(slot, value)
      journal.rollback(mark)
      expect(slot.value).toBe(0)
    }
  })

  it('rejects a mark that was invalidated by a rollback', () => {
    const journal = new Journal()
    const slot = new Slot(0)
    const outer = journal.mark()
    journal.set(slot, 1)
    const inner = journal.mark()
    journal.rollback(outer)
    expect(() => journal.rollback(inner)).toThrow('is outdated')
  })

  it('keeps final changes and rejects earlier marks', () => {
    const journal = new Journal()
    const slot = new Slot(0)
    const before = journal.mark()
    journal.set(slot, 1)
    journal.finalize()
    const after = journal.mark()
    journal.set(slot, 2)
    expect(() => journal.rollback(before)).toThrow('made final')
    journal.rollback(after)
    expect(slot.value).toBe(1)
  })
})
