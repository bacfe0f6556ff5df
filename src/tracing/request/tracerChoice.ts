import { TraceError } from '../output/traceError.ts'

/** The tracer and its options. */
export type TracerChoice = SingleTracerChoice | MuxChoice

/** A tracer that is not a combination of others. */
export type SingleTracerChoice =
  | ({ readonly name: 'struct-logs' } & StructLogOptions)
  | ({ readonly name: 'geth-struct-logs' } & GethStructLogOptions)
  | ({ readonly name: 'calls' } & CallTracerOptions)
  | ({ readonly name: 'flat-calls' } & FlatCallOptions)
  | ({ readonly name: 'prestate' } & PrestateOptions)
  | { readonly name: 'four-bytes' }
  | { readonly name: 'noop' }

/** Several tracers of one execution. */
export interface MuxChoice {
  readonly name: 'mux'
  /** Each with the name that the caller gave it. */
  readonly tracers: readonly (readonly [member: string, choice: SingleTracerChoice])[]
}

export interface StructLogOptions {
  readonly disableMemory: boolean
  readonly disableStack: boolean
  readonly disableStorage: boolean
}

export interface GethStructLogOptions {
  readonly enableMemory: boolean
  readonly enableReturnData: boolean
  readonly disableStack: boolean
  readonly disableStorage: boolean
  /** Maximum steps to show; 0 for all. */
  readonly limit: number
}

export interface CallTracerOptions {
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

export interface FlatCallOptions {
  /** Whether failures have the words of Parity instead of geth's. */
  readonly convertParityErrors: boolean
  /** Whether calls of precompiled contracts are shown. */
  readonly includePrecompiles: boolean
}

export interface PrestateOptions {
  /** Whether to show changes instead of the earlier state. */
  readonly diffMode: boolean
}

/** Names of the tracers, as the documentation writes them. */
export const tracerNames = [
  'rskTracer',
  'structLogger',
  'callTracer',
  'flatCallTracer',
  'prestateTracer',
  '4byteTracer',
  'noopTracer',
  'muxTracer',
] as const

/** A combination has fewer tracers than this, because each keeps its own answer in memory. */
const maximumTracers = tracerNames.length

/**
 * Reads the options of the `debug` methods like the reference node: names in any letter case, members of
 * `tracerConfig` like members beside it, a flag is set by `true` or the text "true", unknown members are ignored.
 * A value that is not an object means default options.
 */
export function readTracerChoice(options: unknown): TracerChoice {
  if (options === null) throw new TraceError('bad-options', 'the options of a trace are an object, not null')
  const members = membersOf(options)
  const name = tracerName(members)
  if (name === 'muxtracer') return { name: 'mux', tracers: muxedTracers(members) }
  return singleTracer(name, members) ?? noSuchTracer()
}

function singleTracer(name: string | undefined, members: Members): SingleTracerChoice | undefined {
  const isSet = (flag: string): boolean => String(members.get(flag.toLowerCase())).toLowerCase() === 'true'
  switch (name) {
    case 'rsktracer':
      return {
        name: 'struct-logs',
        disableMemory: isSet('disableMemory'),
        disableStack: isSet('disableStack'),
        disableStorage: isSet('disableStorage'),
      }
    case 'structlogger':
      return {
        name: 'geth-struct-logs',
        enableMemory: isSet('enableMemory'),
        enableReturnData: isSet('enableReturnData'),
        disableStack: isSet('disableStack'),
        disableStorage: isSet('disableStorage'),
        limit: limitOf(members.get('limit')),
      }
    case 'calltracer':
      return { name: 'calls', onlyTopCall: isSet('onlyTopCall'), withLog: isSet('withLog') }
    case 'flatcalltracer':
      return {
        name: 'flat-calls',
        convertParityErrors: isSet('convertParityErrors'),
        includePrecompiles: isSet('includePrecompiles'),
      }
    case 'prestatetracer':
      return { name: 'prestate', diffMode: isSet('diffMode') }
    case '4bytetracer':
      return { name: 'four-bytes' }
    case 'nooptracer':
      return { name: 'noop' }
    default:
      return undefined
  }
}

/** The members of `tracerConfig` are names of tracers with the options of each. */
function muxedTracers(members: Members): MuxChoice['tracers'] {
  const config = members.get('tracerconfig')
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new TraceError('bad-options', 'the muxTracer needs the names of tracers as members of tracerConfig')
  }
  const entries = Object.entries(config)
  if (entries.length >= maximumTracers) {
    throw new TraceError('bad-options', `the muxTracer takes fewer than ${maximumTracers} tracers`)
  }
  return entries.map(([name, options]) => [
    name,
    singleTracer(name.toLowerCase(), membersOf(options)) ?? noSuchTracer(),
  ])
}

function noSuchTracer(): never {
  throw new TraceError('bad-options', `there is no such tracer: the tracers are ${tracerNames.join(', ')}`)
}

function limitOf(value: unknown): number {
  if (value === undefined || value === null) return 0
  const limit = Number(value)
  if (Number.isSafeInteger(limit) && limit >= 0) return limit
  throw new TraceError('bad-options', 'the limit of a trace is a number of steps, 0 for all')
}

function tracerName(members: Members): string | undefined {
  if (!members.has('tracer')) return 'rsktracer'
  const name = members.get('tracer')
  return typeof name === 'string' ? name.toLowerCase() : undefined
}

/** Members of a trace's options by their names in lower case. */
type Members = ReadonlyMap<string, unknown>

/** The members of an object, and of its `tracerConfig` like members beside it; empty for any other value. */
function membersOf(options: unknown): Members {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return new Map()
  const members = new Map<string, unknown>()
  for (const [name, value] of Object.entries(options)) {
    members.set(name.toLowerCase(), value)
    if (name.toLowerCase() !== 'tracerconfig') continue
    for (const [inner, setting] of membersOf(value)) members.set(inner, setting)
  }
  return members
}
