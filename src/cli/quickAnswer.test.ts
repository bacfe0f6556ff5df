import { describe, expect, it } from 'vitest'
import { commandSummaries } from './commandLine/commandSummaries.ts'
import { quickAnswer } from './quickAnswer.ts'

describe('a command line that needs no program', () => {
  it.each(['--version', '-v'])('gets the version for %s', (word) => {
    expect(quickAnswer([word], '1.2.3')).toBe('1.2.3')
  })

  it.each(['--help', '-h', 'help'])('gets the list of all commands for %s', (word) => {
    const answer = quickAnswer([word], '1.2.3')
    for (const { name, summary } of commandSummaries)
      expect(answer).toMatch(new RegExp(`${name} +${summary}`))
  })

  it.each([[], ['dev'], ['--help', '--port'], ['--versoin'], ['help', 'dev']])(
    'does not include %j',
    (...words) => {
      expect(quickAnswer(words, '1.2.3')).toBeUndefined()
    },
  )
})
