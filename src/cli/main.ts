#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { packageFile } from '../platform/packageFile.ts'
import { runProgram } from './program.ts'
import { apartParts } from './terminal/apart.ts'
import { processTerminal } from './terminal/terminal.ts'

// From Node.js 22 on, the compiled code of commands is kept for later starts.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache()
}

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
process.exitCode = await runProgram(process.argv.slice(2), {
  version,
  environment: process.env,
  terminal: processTerminal(),
  apart: apartParts(),
})
