import type { ExplorerJob } from '../../../tracing/request/traceJob.ts'
import type { Schema } from '../../json/schema.ts'
import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { transactionOf } from '../../method/askedBlock.ts'
import { defineMethod, type Method } from '../../method/method.ts'
import { transactionHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'

interface Exploration {
  readonly name: string
  readonly summary: string
  readonly result: Schema
  readonly view: ExplorerJob['view']
}

/** A method that executes a transaction again and shows one view of it. */
export const exploredTransaction = ({ name, summary, result, view }: Exploration): Method =>
  defineMethod({
    name,
    summary,
    params: [required('transactionHash', transactionHash)],
    result: schema.nullable(result),
    cost: 50,
    asks: transactionOf('transactionHash'),
    placement: 'reader',
    upstream: 'never',
    access: 'everyone',
    isLong: true,
    handler([hash], { node: { chain, traces }, work }) {
      if (chain.transaction(hash) === undefined) return null
      return new StreamedJson(traces.trace({ kind: 'explorer', hash, view }, undefined, work))
    },
  })
