#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { packageFile } from '../primitives/program/packageFile.ts'
import { threadForFiles } from './blockFiles/threadForFiles.ts'
import { quickAnswer } from './quickAnswer.ts'
import { processTerminal } from './terminal/terminal.ts'

const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const words = process.argv.slice(2)
const terminal = processTerminal()
const answer = quickAnswer(words, { version, helpTexts })
if (answer === undefined) {
  const isImport = words[0] === 'import'
  const preparingThread = isImport ? threadForFiles(words.slice(1)) : undefined
  if (isImport) (await import('../primitives/program/loadProgram.ts')).loadFor('import')
  const { runProgram } = await import('./program.ts')
  process.exitCode = await runProgram(words, { version, environment: process.env, terminal, preparingThread })
} else {
  terminal.print(answer)
}

/** The build writes the file; without it the program answers. */
function helpTexts(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(new URL('help.json', import.meta.url), 'utf8'))
  } catch {
    return {}
  }
}
