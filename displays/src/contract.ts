/** Messages of NATS as the contracts in `protos/eyesdown/board` define them. */
import {
  type DescMessage,
  fromJsonString,
  type MessageShape,
  toJsonString,
} from "@bufbuild/protobuf";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The message of a JSON body; undefined for what is none. What a newer house adds is passed over. */
export function read<D extends DescMessage>(
  schema: D,
  body: Uint8Array,
): MessageShape<D> | undefined {
  try {
    return fromJsonString(schema, decoder.decode(body), { ignoreUnknownFields: true });
  } catch {
    return undefined;
  }
}

/** A message as a JSON body, defaults written. */
export function written<D extends DescMessage>(schema: D, message: MessageShape<D>): Uint8Array {
  return encoder.encode(toJsonString(schema, message, { alwaysEmitImplicit: true }));
}
