import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../src/cli/commandLine/arguments.ts'
import { helpOption } from '../../src/cli/commandLine/command.ts'
import { commandSummaries, loadCommand } from '../../src/cli/commandTable.ts'
import { textOf } from './documents.ts'
import { commandLinesOf, pagesWithCommands, wordsOf } from './snippets.ts'

/*
 * The lines of the pages for a shell. test/package/commands.test.ts runs those of cambium and curl, .ci/run those of npm.
 * Those of other programs need root, a registry or a cluster; test/deploy checks their files.
 */

const lines = pagesWithCommands.flatMap((page) => commandLinesOf(page).map((line) => ({ page, line })))
const linesOf = (program: string) => lines.filter(({ line }) => line.split(' ')[0] === program)

describe('the command lines of the pages', () => {
  it.each(linesOf('cambium').map(({ page, line }) => [page, line] as const))(
    'in %s are understood: %s',
    async (_, line) => {
      const words = wordsOf(line).slice(1)
      const names = [words.slice(0, 2).join(' '), words[0]]
      const summary = commandSummaries.find(({ name }) => names.includes(name))
      expect(summary).toBeDefined()
      const command = await loadCommand(summary!)
      const rest = words.slice(command.name.split(' ').length)
      expect(() => parseArguments(rest, [...command.options, helpOption], {})).not.toThrow()
    },
  )

  it('are those of known programs', () => {
    const programs = new Set(lines.map(({ line }) => line.split(' ')[0]))
    const ofDeployment = ['$EDITOR', 'docker', 'helm', 'install', 'kubectl', 'systemctl', 'useradd']
    expect([...programs].sort()).toEqual([...ofDeployment, 'cambium', 'curl', 'head', 'npm'].sort())
  })
})

describe('lines of npm', () => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    textOf('package.json'),
  )

  it('name scripts of package.json', () => {
    const named = linesOf('npm')
      .flatMap(({ line }) => line.split(' && '))
      .map((line) => /^npm (?:run )?([\w:]+)/.exec(line)![1]!)
    expect(named.filter((name) => name !== 'install' && !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('that install and test the checkout run unchanged in CI', () => {
    expect(textOf('README.md')).toContain('\nnpm install && npm test ')
    expect(textOf('.ci/run')).toContain('(npm install && npm test)')
  })
})
