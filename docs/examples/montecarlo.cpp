/* Who wins how often: a Monte Carlo on all threads, which share one evaluator and have a generator each.

       c++ -O3 -std=c++17 -pthread montecarlo.cpp scalareale.c -o montecarlo
       ./montecarlo 4 10000000 classic 32

   scalareale.c is C++ as well, so one compiler does. */
#include "scalareale.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

struct Counts {
    std::vector<std::uint64_t> pots, categories;

    explicit Counts(std::size_t seats) : pots(seats * seats), categories(seats * SR_CATEGORIES) {}

    void operator+=(const Counts &other)
    {
        for (std::size_t i = 0; i < pots.size(); i++)
            pots[i] += other.pots[i];
        for (std::size_t i = 0; i < categories.size(); i++)
            categories[i] += other.categories[i];
    }
};

static std::uint64_t next(void *state)
{
    return (*static_cast<std::mt19937_64 *>(state))();
}

int main(int argc, char **argv)
{
    const std::size_t seats = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 4;
    const std::size_t deals = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 10000000;
    const std::string ruleset = argc > 3 ? argv[3] : "classic";
    const unsigned cards = argc > 4 ? static_cast<unsigned>(std::strtoul(argv[4], nullptr, 10)) : argc > 3 ? 0 : 32;

    const std::unique_ptr<void, void (*)(void *)> memory(std::malloc(sr_sizeof()), std::free);
    sr_evaluator *const ev = static_cast<sr_evaluator *>(memory.get());
    const int error = ev ? sr_open(ev, sr_sizeof(), ruleset.c_str(), cards) : SR_TOO_SMALL;
    if (error < 0) {
        std::fprintf(stderr, "%s\n", sr_error_text(error));
        return 1;
    }
    if (seats < 2 || seats > sr_pack(ev, nullptr) / SR_HAND) {
        std::fprintf(stderr, "the pack has no cards for %zu players\n", seats);
        return 1;
    }

    const std::size_t workers = std::max(1u, std::thread::hardware_concurrency());
    std::vector<Counts> found(workers, Counts(seats));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < workers; i++)
        threads.emplace_back([&, i] {
            std::seed_seq seed{1, static_cast<int>(i)};
            std::mt19937_64 random(seed);
            sr_bitgen bits = {&random, next, nullptr, nullptr, nullptr};
            const std::size_t share = deals / workers + (i < deals % workers);
            sr_simulate(ev, &bits, seats, share, found[i].pots.data(), found[i].categories.data());
        });
    Counts all(seats);
    for (std::size_t i = 0; i < workers; i++) {
        threads[i].join();
        all += found[i];
    }

    for (std::size_t seat = 0; seat < seats; seat++) {
        double share = 0;
        for (std::size_t k = 0; k < seats; k++)
            share += static_cast<double>(all.pots[k * seats + seat]) / static_cast<double>(k + 1);
        std::printf("seat %zu: share %.5f, categories", seat, share / static_cast<double>(deals));
        for (std::size_t category = 0; category < SR_CATEGORIES; category++)
            std::printf(" %llu", static_cast<unsigned long long>(all.categories[seat * SR_CATEGORIES + category]));
        std::printf("\n");
    }
    return 0;
}
