/* One function a target: it reads its input, asks the library, and expects what must hold. */
#ifndef SR_FUZZ_TARGETS_H
#define SR_FUZZ_TARGETS_H

#include "input.h"

void fuzz_hand(input *in);
void fuzz_rows(input *in);
void fuzz_best(input *in);
void fuzz_strengths(input *in);
void fuzz_pots(input *in);
void fuzz_showdown(input *in);
void fuzz_text(input *in);
void fuzz_lines(input *in);
void fuzz_load(input *in);
void fuzz_describe(input *in);
void fuzz_odds(input *in);
void fuzz_draws(input *in);
void fuzz_equity(input *in);
void fuzz_deal(input *in);
void fuzz_simulate(input *in);
void fuzz_all_hands(input *in);

#endif
