import { describe, expect, it } from 'vitest'
import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import { FinalAnswers, finalDepth } from './finalAnswers.ts'

const head = { number: 1_000, hash: `0x${'1'.repeat(64)}` }
const work = [{ units: 4.2, gas: 21_000, logs: 0, errorCode: undefined }]
const answer = { head, body: Buffer.alloc(0), work: () => work }
const at = (number: number): AskedBlock => ({ kind: 'number', number })
const byHash: AskedBlock = { kind: 'hash', hash: '0x1' }
const question = (text: string, asked: AskedBlock) => ({ method: 'eth_call', text, asked })
const last = 1_000 - finalDepth

describe('the final answers of a gateway', () => {
  it.each<[string, AskedBlock, string, boolean]>([
    ['a block that is deep enough', at(last), '"0x1"', true],
    ['a block that is not deep enough', at(last + 1), '"0x1"', false],
    ['the latest block', { kind: 'latest' }, '"0x1"', false],
    ['what does not exist', at(1), 'null', false],
    ['a transaction of a deep block', byHash, `{"blockNumber":"0x${last.toString(16)}"}`, true],
    ['a transaction of a new block', byHash, '{"blockNumber":"0x3e8"}', false],
    ['a pending transaction', byHash, '{"blockNumber":null}', false],
  ])('are kept or not for %s', (_, asked, text, isKept) => {
    const answers = new FinalAnswers(10_000)
    answers.keep(question('question', asked), text, answer)
    expect(answers.find(question('question', asked))).toEqual(isKept ? { text, work } : undefined)
  })

  it('stay within their memory, and count hits and misses', () => {
    const answers = new FinalAnswers(1_000)
    for (let count = 0; count < 10; count++)
      answers.keep(question(`question ${count}`, at(1)), `"${'x'.repeat(100)}"`, answer)
    expect(answers.figures).toEqual({ hits: 0, misses: 0, bytes: 3 * 102, entries: 3 })
    expect(answers.find(question('question 0', at(1)))).toBeUndefined()
    expect(answers.find(question('question 9', at(1)))?.text).toHaveLength(102)
    expect(answers.figures).toMatchObject({ hits: 1, misses: 1 })
  })

  it('are not kept when their memory is zero', () => {
    const answers = new FinalAnswers(0)
    answers.keep(question('question', at(1)), '"0x1"', answer)
    expect(answers.mayKnow(at(1))).toBe(false)
    expect(answers.find(question('question', at(1)))).toBeUndefined()
  })
})
