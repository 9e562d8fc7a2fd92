import { createSecretBox, parseMasterKey, type SecretBox } from '@filmgate/runtime-node';
import { describe, expect, it } from 'vitest';
import { accountSecretPurpose, createSecretOpener } from './secrets.ts';

function openedBy() {
  const reading = parseMasterKey(
    Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64'),
  );
  if (reading.kind === 'refused') throw new Error(reading.message);
  const box = createSecretBox({ masterKeys: [reading.key] });
  const purposes: string[] = [];
  const counting: Pick<SecretBox, 'open'> = {
    open(purpose, sealed) {
      purposes.push(purpose);
      return box.open(purpose, sealed);
    },
  };
  const seal = (account: string, secret: string) => box.seal(accountSecretPurpose(account), secret);
  return { openSecret: createSecretOpener(counting), seal, purposes };
}

describe('secrets of accounts', () => {
  it('are opened once for each sealed text', () => {
    const { openSecret, seal, purposes } = openedBy();
    const sealed = seal('acc_1', 'first');
    expect([openSecret('acc_1', sealed), openSecret('acc_1', sealed)]).toEqual(['first', 'first']);
    expect(purposes).toEqual(['account|acc_1|secret']);
    expect(openSecret('acc_1', seal('acc_1', 'second'))).toBe('second');
    expect(purposes).toHaveLength(2);
  });

  it('open for their own account alone, however often they were opened there', () => {
    const { openSecret, seal } = openedBy();
    const sealed = seal('acc_1', 'first');
    expect(openSecret('acc_1', sealed)).toBe('first');
    expect(() => openSecret('acc_2', sealed)).toThrow('acc_2 cannot be decrypted: not-authentic');
    expect(openSecret('acc_2', undefined)).toBeNull();
  });

  it('are known for as many texts as fit, and opened again after that', () => {
    const { openSecret, seal, purposes } = openedBy();
    const sealed = seal('acc_0', 'first');
    openSecret('acc_0', sealed);
    for (let index = 1; index <= 1_000; index += 1)
      openSecret(`acc_${index}`, seal(`acc_${index}`, 'other'));
    purposes.length = 0;
    expect(openSecret('acc_0', sealed)).toBe('first');
    expect(purposes).toHaveLength(1);
  });
});
