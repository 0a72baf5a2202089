import { z, type ZodType } from 'zod';

/** Returns a schema that refuses unknown fields at every depth; objects that say themselves what else they take stay as they are. */
export function strictInput(schema: ZodType): ZodType {
  if (schema instanceof z.ZodObject) {
    const { def } = schema;
    const shape = Object.fromEntries(
      Object.entries(def.shape).map(([name, part]) => [name, strictInput(part as ZodType)]),
    );
    return schema.clone({ ...def, shape, catchall: def.catchall ?? z.never() });
  }
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: strictInput(schema.element as ZodType) });
  if (schema instanceof z.ZodUnion) {
    return schema.clone({ ...schema.def, options: schema.options.map((each) => strictInput(each as ZodType)) });
  }
  if (schema instanceof z.ZodRecord)
    return schema.clone({ ...schema.def, valueType: strictInput(schema.def.valueType as ZodType) });
  if (schema instanceof z.ZodTuple)
    return schema.clone({ ...schema.def, items: schema.def.items.map((each) => strictInput(each as ZodType)) });
  if (schema instanceof z.ZodLazy)
    return schema.clone({ ...schema.def, getter: () => strictInput(schema.def.getter() as ZodType) });
  if (schema instanceof z.ZodPipe) return schema.clone({ ...schema.def, in: strictInput(schema.in as ZodType) });
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    // WHY: the five share `innerType`, and clone takes each its own definition.
    const wrapper = schema as unknown as { readonly def: { readonly innerType: ZodType }; clone(def: object): ZodType };
    return wrapper.clone({ ...wrapper.def, innerType: strictInput(wrapper.def.innerType) });
  }
  return schema;
}
