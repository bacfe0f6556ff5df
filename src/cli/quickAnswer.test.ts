import { describe, expect, it } from 'vitest'
import { commandSummaries } from './commandLine/commandSummaries.ts'
import { helpTexts } from './program.ts'
import { quickAnswer } from './quickAnswer.ts'

const version = '1.2.3'
const written = { version, helpTexts: () => ({ dev: 'about dev', 'keys list': 'about keys list' }) }

describe('a command line that needs no program', () => {
  it.each(['--version', '-v'])('gets the version for %s', (word) => {
    expect(quickAnswer([word], written)).toBe('1.2.3')
  })

  it.each(['--help', '-h', 'help'])('gets the list of all commands for %s', (word) => {
    const answer = quickAnswer([word], written)
    for (const { name, summary } of commandSummaries)
      expect(answer).toMatch(new RegExp(`${name} +${summary}`))
  })

  it.each([
    ['about dev', ['dev', '--help']],
    ['about dev', ['help', 'dev']],
    ['about keys list', ['keys', 'list', '-h']],
    ['about keys list', ['help', 'keys', 'list']],
  ])('gets %j for %j', (answer, words) => {
    expect(quickAnswer(words, written)).toBe(answer)
  })

  it('gets the commands of a group', () => {
    expect(quickAnswer(['keys', '--help'], written)).toContain(
      'cambium keys COMMAND --help explains a command.',
    )
  })

  it.each([[], ['dev'], ['dev', '--port', '--help'], ['--versoin'], ['help', 'dve'], ['verify', '--help']])(
    'does not include %j',
    (...words) => {
      expect(quickAnswer(words, written)).toBeUndefined()
    },
  )
})

describe('the written help', () => {
  it('has the text of every command', async () => {
    const texts = await helpTexts()
    expect(Object.keys(texts)).toEqual(commandSummaries.map(({ name }) => name))
    for (const [name, text] of Object.entries(texts)) expect(text).toContain(`Usage: cambium ${name}`)
  })
})
