import { describe, expect, it } from 'vitest'
import { FinalAnswerRecords } from './sharedAnswers.ts'

const records = new FinalAnswerRecords('the-secret-of-a-fleet')
const answer = {
  text: '{"data":"a|b,c;dé"}',
  work: [
    { units: 4.24, gas: 21_000, logs: 2, errorCode: undefined },
    { units: 0, gas: 0, logs: 0, errorCode: -32000 },
  ],
}
const record = records.encode('name', answer)

describe('the record of a final answer', () => {
  it('is read as it was written', () => {
    expect(records.decode('name', record)).toEqual(answer)
    const bare = { text: '"0x"', work: [] }
    expect(records.decode('name', records.encode('name', bare))).toEqual(bare)
  })

  it.each([
    ['of another name', 'other', record],
    ['that is empty', 'name', ''],
    ['of another version', 'name', record.replace('2,', '1,')],
    ['with another text', 'name', record.replace('dé', 'de')],
    ['with other work', 'name', record.replace('21000', '21001')],
    ['that is cut off', 'name', record.slice(0, -1)],
    ['that is longer', 'name', `${record} `],
    ['without a seal', 'name', `2,,${record.slice(47)}`],
    ['of another secret', 'name', new FinalAnswerRecords('another-secret').encode('name', answer)],
  ])('is refused when it is one %s', (_, name, text) => {
    expect(records.decode(name, text)).toBeUndefined()
  })

  it('is refused at every changed character', () => {
    for (let at = 0; at < record.length; at++) {
      const changed = `${record.slice(0, at)}${record[at] === 'x' ? 'y' : 'x'}${record.slice(at + 1)}`
      expect(records.decode('name', changed)).toBeUndefined()
    }
  })
})
