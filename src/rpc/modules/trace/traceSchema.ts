import * as schema from '../../json/schema.ts'

/** One call, creation or self-destruction in OpenEthereum's format. */
export const traceSchema = schema.objectOf({
  action: schema.objectWith({
    callType: { type: 'string', enum: ['call', 'callcode', 'delegatecall', 'staticcall'] },
    from: schema.address,
    to: schema.address,
    gas: schema.quantity,
    input: schema.data,
    init: schema.data,
    value: schema.quantity,
    address: schema.address,
    refundAddress: schema.address,
    balance: schema.quantity,
    creationMethod: { type: 'string', enum: ['create', 'create2'] },
  }),
  blockHash: schema.hash,
  blockNumber: schema.number,
  transactionHash: schema.hash,
  transactionPosition: schema.number,
  type: { type: 'string', enum: ['call', 'create', 'suicide'] },
  subtraces: schema.number,
  traceAddress: schema.arrayOf(schema.number),
  result: schema.nullable(
    schema.objectWith({
      gasUsed: schema.quantity,
      output: schema.data,
      code: schema.data,
      address: schema.address,
    }),
  ),
})
