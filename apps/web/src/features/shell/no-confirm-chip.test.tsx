import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { currentPreferences, setPreferences } from '../../lib/preferences.ts';
import { NoConfirmChip } from './no-confirm-chip.tsx';

afterEach(() => {
  cleanup();
  setPreferences({ confirmSingle: 'ask' });
});

describe('NoConfirmChip', () => {
  it('is absent while single live orders are asked about', () => {
    render(<NoConfirmChip />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('stays while they are not, says what is still asked, and brings the question back by a click', () => {
    setPreferences({ confirmSingle: 'skip' });
    render(<NoConfirmChip />);
    expect(screen.getByText('No confirm')).toBeTruthy();
    const chip = screen.getByRole('button', { name: /kill switch and going live always ask/ });
    fireEvent.click(chip);
    expect(currentPreferences().confirmSingle).toBe('ask');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
