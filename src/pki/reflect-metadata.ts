/**
 * The three functions of the "reflect metadata" proposal that the dependency injection inside @peculiar/x509 looks for when it is
 * loaded. Imported before that package; leaves a complete polyfill alone.
 */
type Metadata = Map<string | undefined, Map<unknown, unknown>>;

interface ReflectMetadata {
  defineMetadata?(key: unknown, value: unknown, target: object, property?: string): void;
  getOwnMetadata?(key: unknown, target: object, property?: string): unknown;
  getMetadata?(key: unknown, target: object, property?: string): unknown;
}

const stored = new WeakMap<object, Metadata>();
const reflect = Reflect as ReflectMetadata;

if (!reflect.getMetadata) {
  const own = (key: unknown, target: object, property?: string) =>
    stored.get(target)?.get(property)?.get(key);
  reflect.getOwnMetadata = own;
  reflect.getMetadata = (key, target, property) => {
    for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at)) {
      const value = own(key, at, property);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  reflect.defineMetadata = (key, value, target, property) => {
    const ofTarget: Metadata = stored.get(target) ?? new Map();
    const ofProperty = ofTarget.get(property) ?? new Map<unknown, unknown>();
    ofProperty.set(key, value);
    ofTarget.set(property, ofProperty);
    stored.set(target, ofTarget);
  };
}
