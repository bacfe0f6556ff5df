#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { packageFile } from '../primitives/packageFile.ts'
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
const answer = quickAnswer(words, version)
if (answer === undefined) {
  const { runProgram } = await import('./program.ts')
  process.exitCode = await runProgram(words, { version, environment: process.env, terminal })
} else {
  terminal.print(answer)
}
